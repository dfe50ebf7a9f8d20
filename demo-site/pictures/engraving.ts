import { type Ridge, ridge } from './atmosphere.ts'
import { chance, hills, mix, smoothstep } from './chance.ts'
import { crane, cypress, estate, ship, turbine } from './silhouettes.ts'
import { area, box, disc, line, type Point, picture, short } from './svg.ts'

const [width, height] = [1400, 900]
const [paper, ink, spot] = ['#f3ebda', '#15322f', '#dc4a2a']
const step = 20

/** The pictures of the article: cut in lines, printed in two colours, as a journal's plates once were. */
export const engraving: Record<string, () => string> = {
  anywhere,
  'wind-energy': windEnergy,
  shipping,
  winemaking,
}

function anywhere(): string {
  const sun = { x: 930, y: 400, radius: 118 }
  return plate('Hills before the sun is up', [
    ...sky(sun, 640, 3),
    ...[0, 1, 2, 3, 4].flatMap((layer) =>
      hill(ridge(20 + layer, 470 + layer * 84, 66 + layer * 8, 300 + layer * 90, 5), layer, 5),
    ),
    ...birds(520, 250),
  ])
}

function windEnergy(): string {
  const sun = { x: 470, y: 520, radius: 128 }
  const near = [
    turbine(700, 640, 150, 0.3, ink),
    turbine(830, 640, 150, 1.1, ink),
    turbine(960, 640, 150, 0.7, ink),
    turbine(1090, 640, 150, 1.9, ink),
    turbine(1220, 640, 150, 0.1, ink),
    turbine(1350, 640, 150, 1.4, ink),
  ]
  return plate('Turbines in the sea', [
    ...sky(sun, 640, 8),
    ...water(sun, 636),
    ...near,
    halo(
      turbine(1120, 812, 482, 0.46, ink) + box(1102, 790, 36, 34, spot),
      turbine(1120, 812, 482, 0.46, paper),
    ),
  ])
}

function shipping(): string {
  const sun = { x: 1010, y: 470, radius: 132 }
  const boxes = [ink, '#2c524d', spot, '#47706a', ink, '#8aa39a']
  const vessel = ship(180, 700, 880, { hull: ink, boxes, bridge: paper, light: ink })
  return plate('A ship, laden, before the pilot comes aboard', [
    ...sky(sun, 640, 12),
    ...[1050, 1160, 1290].map((x) => crane(x, 636, 120, 1, ink)),
    ...water(sun, 632),
    vessel,
    ...wake(200, 702, 840),
    halo(crane(1290, 900, 620, -1, ink), ''),
  ])
}

function winemaking(): string {
  const sun = { x: 420, y: 380, radius: 122 }
  const back = ridge(61, 470, 70, 420, 5)
  const rows = ridge(64, 640, 40, 900, 2)
  return plate('Rows of vines below the house', [
    ...sky(sun, 600, 17),
    ...hill(back, 1, 5),
    ...hill(ridge(62, 560, 60, 520, 4), 2, 5),
    ...[900, 926, 1214, 1240].map((x, index) => cypress(x, 640, 130 + (index % 2) * 34, ink)),
    estate(950, 640, 240, paper, ink, ink),
    line(
      [
        [950, 640],
        [950, 575],
      ],
      ink,
      2,
    ) +
      line(
        [
          [1209, 640],
          [1209, 597],
        ],
        ink,
        2,
      ),
    ...vineyard(rows),
  ])
}

function plate(title: string, parts: readonly string[]): string {
  return picture(width, height, title, box(0, 0, width, height, paper) + parts.join(''))
}

interface Sun {
  x: number
  y: number
  radius: number
}

/** A sky of level lines: thin where it is light, and swelling away from the sun. */
function sky(sun: Sun, bottom: number, seed: number): string[] {
  const drift = hills(seed, 3)
  const lines: string[] = [disc(sun.x, sun.y, sun.radius, spot)]
  for (let y = 4; y < bottom; y += 9.5) {
    const weight = (x: number) => {
      const away = Math.hypot(x - sun.x, (y - sun.y) * 1.15) - sun.radius
      if (away < 4) return 0
      const cloud = smoothstep(0.05, 0.6, drift(x / 420, y / 95))
      const tone = 0.16 + 0.6 * smoothstep(30, 760, away) - 0.5 * cloud
      return Math.max(0, tone) * 9.5 * smoothstep(0, 26, away)
    }
    lines.push(cut((x) => y + drift(x / 600, 3) * 7, weight, -20, width + 20, 10))
  }
  return lines
}

/** A hillside: paper, then lines that run along it and swell on its shaded side. */
function hill(top: Ridge, depth: number, of: number): string[] {
  const points: Point[] = [[-20, height]]
  for (let x = -20; x <= width + 20; x += 10) points.push([x, top(x)])
  points.push([width + 20, height])
  const lines = [area(points, paper)]
  const dark = mix(0.2, 0.92, depth / (of - 1))
  for (let row = 0; row < 26; row++) {
    const drop = row * (6 + depth * 1.1) * (1 + row * 0.022)
    const flat = Math.min(1, row / 60)
    const at = (x: number) => mix(top(x), top(700), flat) + drop
    const weight = (x: number) => {
      const slope = (top(x + 14) - top(x - 14)) / 28
      return Math.max(0.6, (dark * 5.4 + slope * 9) * (row === 0 ? 0.8 : 1 - row * 0.012))
    }
    lines.push(cut(at, weight))
  }
  return lines
}

/** The sea: broken lines, with the sun's road left open. */
function water(sun: Sun, top: number): string[] {
  const chop = hills(5, 2)
  const lines = [box(-10, top, width + 20, height, paper)]
  for (let y = top + 2, gap = 5; y < height; y += gap, gap *= 1.045) {
    const road = 40 + (y - top) * 0.55
    const weight = (x: number) => {
      const lit = 1 - smoothstep(road * 0.3, road * 1.6, Math.abs(x - sun.x))
      return Math.max(0, gap * (0.5 + chop(x / 130, y / 26) * 0.42 - lit * 0.52))
    }
    lines.push(cut((x) => y + chop(x / 90, y / 11) * gap * 0.22, weight, -20, width + 20, 14))
  }
  return lines
}

function wake(x: number, y: number, length: number): string[] {
  const random = chance(3)
  return Array.from({ length: 26 }, (_, row) => {
    const from = x + random() * 80 + row * 4
    return line(
      [
        [from, y + row * 6],
        [from + length * mix(0.55, 0.95, random()) - row * 9, y + row * 6],
      ],
      ink,
      Math.max(1, 5 - row * 0.16),
    )
  })
}

function vineyard(top: Ridge): string[] {
  const random = chance(15)
  const rows: string[] = [
    area(
      [
        [-20, height],
        ...Array.from({ length: 74 }, (_, i): Point => [i * 20 - 20, top(i * 20 - 20)]),
        [width + 20, height],
      ],
      paper,
    ),
  ]
  for (let row = 0, drop = 8, size = 9; drop < 320; row++, size *= 1.16, drop += size * 1.5) {
    const at = (x: number) => top(x) + drop + (x - 700) * 0.02 * row
    const tufts: string[] = []
    for (let x = -20; x < width + 20; x += size * 1.1) {
      const w = size * mix(0.5, 0.75, random())
      tufts.push(
        `M${short(x - w)} ${short(at(x))}q${short(w * 0.1)} ${short(-size * mix(1, 1.5, random()))} ${short(w)} ${short(-size)}t${short(w)} ${short(size)}z`,
      )
    }
    rows.push(`<path fill="${row % 4 === 3 ? spot : ink}" d="${tufts.join('')}"/>`)
    rows.push(
      cut(
        (x) => at(x) + size * 0.22,
        () => Math.max(0.8, size * 0.07),
      ),
    )
  }
  return rows
}

function birds(x: number, y: number): string[] {
  return [
    [0, 0, 1],
    [54, 26, 0.8],
    [98, -8, 0.7],
    [150, 34, 0.6],
    [-46, 42, 0.7],
  ].map(
    ([dx = 0, dy = 0, size = 1]) =>
      `<path fill="${ink}" d="M${short(x + dx)} ${short(y + dy)}q${short(-14 * size)} ${short(-14 * size)} ${short(-30 * size)} ${short(-8 * size)}q${short(18 * size)} ${short(-1 * size)} ${short(30 * size)} ${short(15 * size)}q${short(12 * size)} ${short(-16 * size)} ${short(30 * size)} ${short(-15 * size)}q${short(-16 * size)} ${short(-6 * size)} ${short(-30 * size)} ${short(8 * size)}z"/>`,
  )
}

/** Lets a dark shape stand off from the lines behind it. */
function halo(shape: string, light: string): string {
  return light ? `<g stroke="${paper}" stroke-width="9" stroke-linejoin="round">${light}</g>${shape}` : shape
}

/** One cut of the burin: a line along `at` that is `weight` thick, left out where that is nothing. */
function cut(
  at: (x: number) => number,
  weight: (x: number) => number,
  from = -20,
  to = width + 20,
  every = step,
): string {
  let run: [x: number, y: number, half: number][] = []
  const shapes: string[] = []
  const close = () => {
    if (run.length > 1) shapes.push(outline(run))
    run = []
  }
  for (let x = from; x <= to; x += every) {
    const half = weight(x) / 2
    if (half < 0.22) close()
    else run.push([x, at(x), half])
  }
  close()
  return shapes.length > 0 ? `<path fill="${ink}" d="${shapes.join('')}"/>` : ''
}

function outline(run: readonly [x: number, y: number, half: number][]): string {
  const steps = (points: readonly Point[]) => {
    let [px, py] = [0, 0]
    return points.map(([x, y], index) => {
      const [dx, dy] = [Math.round(x) - px, Math.round((y - py) * 10) / 10]
      px += dx
      py += dy
      return `${index === 0 ? 'M' : index === 1 ? 'l' : dx < 0 ? '' : ' '}${dx}${dy < 0 ? '' : ' '}${String(dy).replace(/^(-?)0\./, '$1.')}`
    })
  }
  return `${steps([...run.map(([x, y, half]): Point => [x, y - half]), ...run.toReversed().map(([x, y, half]): Point => [x, y + half])]).join('')}z`
}
