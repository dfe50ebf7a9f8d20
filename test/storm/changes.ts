import { type Change, type Draw, keyOf, type World } from './change.ts'
import { contents } from './contents.ts'
import { places } from './places.ts'

const draws: [name: string, draw: Draw][] = Object.entries({ ...contents, ...places })

/** Chooses a change that can be made in the page as it is. */
export function drawChange(world: World): Change {
  for (;;) {
    const [name, draw] = world.chance.pick(draws)
    const elements = [...world.mirror.querySelectorAll('[data-k]')]
    const element = world.chance.pick(elements)
    const change = draw(world, element, keyOf(element))
    if (change) return { ...change, says: `${name}: ${change.says}` }
  }
}
