import { chance } from './chance.ts'
import { area, box, disc, line, type Point } from './svg.ts'

/** A wind turbine that stands at (`x`, `y`), `height` to its hub, its first blade turned by `turn` radians. */
export function turbine(x: number, y: number, height: number, turn: number, colour: string): string {
  const hub: Point = [x, y - height]
  const base = height * 0.022
  const tower = area(
    [
      [x - base, y],
      [x - base * 0.45, hub[1]],
      [x + base * 0.45, hub[1]],
      [x + base, y],
    ],
    colour,
  )
  const blades = [0, 1, 2].map((blade) =>
    turbineBlade(hub, height * 0.62, turn + (blade * Math.PI * 2) / 3, colour),
  )
  return tower + blades.join('') + disc(hub[0], hub[1], height * 0.022, colour)
}

function turbineBlade([x, y]: Point, length: number, angle: number, colour: string): string {
  const at = (along: number, across: number): Point => [
    x + Math.cos(angle) * along * length - Math.sin(angle) * across * length,
    y + Math.sin(angle) * along * length + Math.cos(angle) * across * length,
  ]
  return area(
    [at(0, -0.014), at(0.16, -0.03), at(0.6, -0.016), at(1, 0.004), at(0.6, 0.012), at(0, 0.014)],
    colour,
  )
}

/** A ship-to-shore crane whose legs stand around (`x`, `y`), boom towards `side` (1 right, -1 left). */
export function crane(x: number, y: number, height: number, side: number, colour: string): string {
  const at = (ax: number, ay: number): Point => [x + ax * height * side, y - ay * height]
  const beam = (from: Point, to: Point, width: number) => line([from, to], colour, width * height)
  return [
    beam(at(-0.2, 0), at(-0.16, 1.02), 0.028),
    beam(at(0.16, 0), at(0.14, 0.72), 0.028),
    beam(at(-0.19, 0.32), at(0.155, 0.32), 0.022),
    beam(at(-0.19, 0.32), at(0.14, 0.62), 0.012),
    beam(at(-0.52, 0.64), at(0.98, 0.64), 0.034),
    beam(at(-0.52, 0.6), at(0.98, 0.6), 0.008),
    beam(at(-0.16, 1.02), at(0.92, 0.655), 0.009),
    beam(at(-0.16, 1.02), at(0.45, 0.655), 0.009),
    beam(at(-0.16, 1.02), at(-0.5, 0.655), 0.009),
    beam(at(-0.16, 1.02), at(0.14, 0.66), 0.016),
    area([at(-0.42, 0.66), at(-0.42, 0.76), at(-0.24, 0.76), at(-0.24, 0.66)], colour),
    area([at(0.56, 0.56), at(0.56, 0.62), at(0.64, 0.62), at(0.64, 0.56)], colour),
    beam(at(0.6, 0.56), at(0.6, 0.4), 0.006),
    area([at(0.54, 0.36), at(0.54, 0.405), at(0.66, 0.405), at(0.66, 0.36)], colour),
  ].join('')
}

/** What a laden container ship is painted with. */
export interface ShipColours {
  hull: string
  boxes: readonly string[]
  bridge: string
  light: string
}

/** A container ship of `length`, its waterline on `y`, stern at `x`, bow to the right. */
export function ship(x: number, y: number, length: number, colours: ShipColours): string {
  const random = chance(77)
  const at = (ax: number, ay: number): Point => [x + ax * length, y - ay * length]
  const hull = area(
    [at(0, 0.07), at(0.012, 0), at(0.93, 0), at(1, 0.1), at(0.93, 0.092), at(0.9, 0.07)],
    colours.hull,
  )
  const stacks: string[] = []
  for (let bay = 0; bay < 19; bay++) {
    if (bay === 3 || bay === 4) continue
    const tiers = Math.round(3.2 + random() * 2.4 - (bay > 15 ? (bay - 15) * 1 : 0))
    for (let tier = 0; tier < tiers; tier++) {
      const colour = colours.boxes[Math.floor(random() * colours.boxes.length)] ?? colours.hull
      const [bx, by] = at(0.03 + bay * 0.0455, 0.07 + (tier + 1) * 0.0185)
      stacks.push(box(bx, by, length * 0.0435, length * 0.0172, colour))
    }
  }
  const [bx, by] = at(0.168, 0.235)
  const bridge =
    box(bx, by, length * 0.062, length * 0.166, colours.bridge) +
    box(bx - length * 0.012, by, length * 0.086, length * 0.018, colours.bridge)
  const lights = Array.from({ length: 18 }, (_, index) =>
    box(
      bx + length * (0.008 + (index % 3) * 0.018),
      by + length * (0.03 + Math.floor(index / 3) * 0.021),
      length * 0.009,
      length * 0.006,
      colours.light,
      `opacity="${index % 4 === 1 ? 0.25 : 0.95}"`,
    ),
  )
  const mast =
    line([at(0.199, 0.235), at(0.199, 0.285)], colours.bridge, length * 0.004) +
    line([at(0.955, 0.1), at(0.955, 0.15)], colours.hull, length * 0.003)
  return stacks.join('') + bridge + lights.join('') + mast + hull
}

/** A cypress, foot at (`x`, `y`). */
export function cypress(x: number, y: number, height: number, colour: string): string {
  const w = height * 0.11
  return `<path fill="${colour}" d="M${x} ${y}C${x - w * 1.5} ${y - height * 0.12} ${x - w * 1.1} ${y - height * 0.6} ${x} ${y - height}C${x + w * 1.1} ${y - height * 0.6} ${x + w * 1.5} ${y - height * 0.12} ${x} ${y}z"/>`
}

/** A wine estate's house with its tower, left foot at (`x`, `y`), lit windows in `light`. */
export function estate(
  x: number,
  y: number,
  width: number,
  wall: string,
  roof: string,
  light: string,
): string {
  const at = (ax: number, ay: number): Point => [x + ax * width, y - ay * width]
  const windows = [0.09, 0.2, 0.31, 0.42, 0.53].map((ax) =>
    box(...at(ax, 0.19), width * 0.035, width * 0.07, light),
  )
  return [
    area([at(0, 0), at(0, 0.27), at(0.64, 0.27), at(0.64, 0)], wall),
    area([at(-0.03, 0.265), at(0.06, 0.38), at(0.58, 0.38), at(0.67, 0.265)], roof),
    area([at(0.64, 0), at(0.64, 0.48), at(0.82, 0.48), at(0.82, 0)], wall),
    area([at(0.615, 0.475), at(0.73, 0.61), at(0.845, 0.475)], roof),
    area([at(0.82, 0), at(0.82, 0.18), at(1.08, 0.18), at(1.08, 0)], wall),
    area([at(0.82, 0.175), at(0.82, 0.25), at(1.1, 0.175)], roof),
    ...windows,
    box(...at(0.71, 0.4), width * 0.04, width * 0.08, light),
  ].join('')
}
