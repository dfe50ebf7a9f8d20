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
    if (isTooSoon(world, element, name in contents)) continue
    // In front of a clone's first item, it would make `li:first-child` stand for another item before Motif has seen the clone.
    if (world.cloned.length > 0 && /^(insert|move|bring)$/.test(name)) continue
    const change = draw(world, element, keyOf(element))
    if (change) return { ...change, says: `${name}: ${change.says}` }
  }
}

/**
 * Whether a change comes too soon behind a clone. What the page writes into an original in the task in which it cloned it
 * is taken for what the clone had, too: told by the order of the records of mutations alone, which would cost each page
 * more than so rare a case is worth (docs/tag.md, "What stop() cannot give back"). One with twins is known by its place,
 * so it keeps that, too.
 */
export function isTooSoon({ cloned }: World, element: Element, isContent: boolean): boolean {
  return cloned.some(
    ({ original, hasTwins }) =>
      (isContent || hasTwins) && (original.contains(element) || element.contains(original)),
  )
}
