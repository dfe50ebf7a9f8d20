import { cirrus, type Evening, fallstreaks, ground, layers, ridge, sea, sky } from './atmosphere.ts'
import { chance, mix } from './chance.ts'
import { crane, cypress, estate, ship, turbine } from './silhouettes.ts'
import { blend, box, disc, line, type Point, picture, short } from './svg.ts'

const [width, height] = [1600, 1000]

/** The pictures of the launch page: one evening, seen from four kinds of work. */
export const dusk: Record<string, () => string> = {
  anywhere,
  'wind-energy': windEnergy,
  shipping,
  winemaking,
}

function anywhere(): string {
  const evening: Evening = {
    width,
    height,
    horizon: 640,
    sky: [
      [0, '#0b1733'],
      [0.28, '#24365f'],
      [0.48, '#6b6a94'],
      [0.6, '#c99aa0'],
      [0.68, '#f3c9a5'],
    ],
    sun: { x: 1130, y: 600, radius: 34, core: '#fff3dc', glow: '#ffd9a8' },
    haze: '#c79a9f',
    near: '#0c1428',
    seed: 11,
  }
  return picture(
    width,
    height,
    'Fallstreaks over blue hills after sunset',
    sky(evening) +
      cirrus(evening, 40, 150, 480, '#ffdcc2') +
      fallstreaks({ x: 640, y: 200, width: 860, fall: 190, lean: -460 }, '#ffe9d6', 0.2, 3) +
      layers(evening, 7, 610, 930),
  )
}

function windEnergy(): string {
  const evening: Evening = {
    width,
    height,
    horizon: 690,
    sky: [
      [0, '#04202e'],
      [0.26, '#0d4453'],
      [0.46, '#3f8284'],
      [0.6, '#c9b88a'],
      [0.69, '#ffca7a'],
    ],
    sun: { x: 1085, y: 668, radius: 40, core: '#fff6dd', glow: '#ffd489' },
    haze: '#c9a878',
    near: '#04202e',
    seed: 23,
  }
  const random = chance(9)
  const rows = [
    { y: 696, height: 44, gap: 74, from: 640, to: 1560, tint: 0.42 },
    { y: 704, height: 86, gap: 138, from: 590, to: 1590, tint: 0.58 },
    { y: 722, height: 168, gap: 262, from: 690, to: 1600, tint: 0.78 },
  ]
  const fleet = rows.flatMap((row) => {
    const colour = blend(evening.haze, evening.near, row.tint)
    const list: string[] = []
    for (let x = row.from; x < row.to; x += row.gap)
      list.push(turbine(x, row.y, row.height, random() * 2, colour))
    return list
  })
  return picture(
    width,
    height,
    'A wind farm at sea as the sun goes down',
    sky(evening) +
      cirrus(evening, 46, 190, 560, '#ffe3b0') +
      fallstreaks({ x: 560, y: 190, width: 800, fall: 180, lean: -430 }, '#eef4dd', 0.17, 8) +
      sea(evening, '#d9ae72', '#04222f', '#ffe6b4') +
      fleet.join('') +
      turbine(1405, 880, 560, 0.52, '#031722') +
      box(1388, 878, 34, 26, '#031722') +
      line(
        [
          [1340, 906],
          [1470, 906],
        ],
        '#ffe6b4',
        1.5,
        'opacity=".35"',
      ),
  )
}

function shipping(): string {
  const evening: Evening = {
    width,
    height,
    horizon: 720,
    sky: [
      [0, '#150f33'],
      [0.3, '#3a2463'],
      [0.5, '#8c3f78'],
      [0.62, '#e0717a'],
      [0.72, '#ffb48a'],
    ],
    sun: { x: 905, y: 690, radius: 46, core: '#ffe9d2', glow: '#ff9d7d' },
    haze: '#b9627c',
    near: '#140c2a',
    seed: 41,
  }
  const dark = '#160e2c'
  const boxes = ['#2a1742', '#3d1d4f', '#57254f', '#24183f', '#7a2f4d', '#1d1436']
  const random = chance(4)
  const lamps = Array.from({ length: 34 }, () =>
    disc(mix(0, width, random()), mix(706, 722, random()), mix(0.8, 2, random()), '#ffe0a8'),
  )
  return picture(
    width,
    height,
    'A container ship under the cranes of a port at dusk',
    sky(evening) +
      cirrus(evening, 48, 170, 600, '#ffc0a4') +
      fallstreaks({ x: 520, y: 190, width: 820, fall: 170, lean: 420 }, '#ffd9d2', 0.17, 14) +
      ground(ridge(51, 716, 14, 180, 3), width, 730, blend(evening.haze, evening.near, 0.25)) +
      [90, 205, 330, 520]
        .map((x) => crane(x, 724, 105, 1, blend(evening.haze, evening.near, 0.34)))
        .join('') +
      lamps.join('') +
      sea(evening, '#e58a80', '#140c2a', '#ffd0ac') +
      reflection(790, 812, 700, dark) +
      ship(770, 806, 660, { hull: '#120a26', boxes, bridge: '#2b1a44', light: '#ffd27a' }) +
      crane(1480, 842, 430, -1, dark) +
      crane(1250, 836, 380, -1, blend(dark, '#3a1d4f', 0.35)) +
      quay(dark),
  )
}

function reflection(x: number, y: number, length: number, colour: string): string {
  const random = chance(19)
  return Array.from({ length: 60 }, (_, index) => {
    const t = index / 60
    const w = length * (1 - t * 0.5) * mix(0.5, 1, random())
    return line(
      [
        [x + (length - w) * random(), y + t * 120],
        [x + w, y + t * 120],
      ],
      colour,
      3.2 * (1 - t) + 0.6,
      `opacity="${short((1 - t) * 6) === '0' ? 0.05 : Math.round((1 - t) * 55) / 100}"`,
    )
  }).join('')
}

function quay(colour: string): string {
  const random = chance(6)
  const top: Point[] = [
    [1130, 1000],
    [1180, 846],
    [1600, 836],
    [1600, 1000],
  ]
  const lamps = Array.from({ length: 12 }, (_, index) =>
    disc(1200 + index * 36, 843 - random() * 4, 2.2, '#ffd27a'),
  )
  return `<path fill="${colour}" d="M${top.map(([x, y]) => `${x} ${y}`).join('L')}z"/>${lamps.join('')}`
}

function winemaking(): string {
  const evening: Evening = {
    width,
    height,
    horizon: 560,
    sky: [
      [0, '#2a1b3d'],
      [0.24, '#5f3350'],
      [0.42, '#b85f5c'],
      [0.54, '#f09a63'],
      [0.62, '#ffd08a'],
    ],
    sun: { x: 1020, y: 520, radius: 44, core: '#fff4d8', glow: '#ffcf86' },
    haze: '#d98a62',
    near: '#2b1626',
    seed: 67,
  }
  return picture(
    width,
    height,
    'Terraced vineyards above a river valley in the evening',
    sky(evening) +
      cirrus(evening, 40, 140, 440, '#ffd2a0') +
      fallstreaks({ x: 700, y: 160, width: 780, fall: 170, lean: -430 }, '#ffe6cf', 0.19, 21) +
      layers(evening, 5, 530, 700) +
      slope({
        y: 772,
        lean: -0.1,
        seed: 5,
        from: '#7a3d3b',
        to: '#4a2231',
        vine: '#31142a',
        light: '#f0a066',
      }) +
      [1196, 1216, 1452, 1474]
        .map((x, index) => cypress(x, 742 - index * 2, 92 + (index % 2) * 22, '#22101f'))
        .join('') +
      estate(1240, 742, 190, '#a8604f', '#3d1a28', '#ffe0a0') +
      slope({
        y: 872,
        lean: 0.13,
        seed: 8,
        from: '#512735',
        to: '#1b0c1b',
        vine: '#170818',
        light: '#a9564e',
      }),
  )
}

/** A hillside planted in rows that follow its contour, each vine a tuft. */
function slope(hill: {
  y: number
  lean: number
  seed: number
  from: string
  to: string
  vine: string
  light: string
}): string {
  const top = ridge(hill.seed, hill.y, 34, 760, 2)
  const edge = (x: number) => top(x) + (x - width / 2) * hill.lean
  const id = `h${hill.seed}`
  const rows: string[] = []
  for (let row = 0, drop = 10; drop < height - hill.y + 140; row++, drop = 10 + row * 13 + row * row * 1.15) {
    rows.push(vines((x) => edge(x) + drop, 7 + row * 1.25, row, hill))
  }
  return `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${hill.from}"/><stop offset="1" stop-color="${hill.to}"/></linearGradient>${ground(edge, width, height, `url(#${id})`, 20)}${rows.join('')}`
}

function vines(
  at: (x: number) => number,
  size: number,
  row: number,
  { vine, light, seed }: { vine: string; light: string; seed: number },
): string {
  const random = chance(seed * 100 + row)
  const tufts: string[] = []
  const points: Point[] = []
  for (let x = -20; x < width + 20; x += size * 1.5) {
    const y = at(x)
    const w = size * mix(0.62, 0.95, random())
    points.push([x, y - size * 0.5])
    tufts.push(
      `M${Math.round(x - w)} ${Math.round(y)}q${short(w * 0.2)} ${short(-size * 1.3)} ${short(w)} ${short(-size * 1.15)}t${short(w)} ${short(size * 1.15)}z`,
    )
  }
  return `<path fill="${vine}" d="${tufts.join('')}"/>${line(
    points.map(([x, y]) => [x - 2, y - size * 0.48]),
    light,
    Math.max(0.8, size * 0.09),
    'opacity=".4" stroke-dasharray="7 9"',
  )}`
}
