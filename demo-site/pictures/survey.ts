import { chance, hills, mix, smoothstep } from './chance.ts'
import { contour, type Grid, type Land } from './contour.ts'
import { area, disc, line, type Point, picture, short, through } from './svg.ts'

const [width, height] = [1200, 1000]
const grid: Grid = { width, height, step: 10 }
const [sheet, ink, signal, water] = ['#f4f3ee', '#1f35e0', '#ff5a1f', '#dfe5fb']

/** The pictures of the app: survey sheets, the land in contours and the drone's way over it. */
export const survey: Record<string, () => string> = {
  anywhere,
  'wind-energy': windEnergy,
  shipping,
  winemaking,
}

function anywhere(): string {
  const rough = hills(4, 4)
  const land: Land = (x, y) => rough(x / 430, y / 430) * 100 + 90
  const site: Point[] = [
    [330, 250],
    [840, 190],
    [930, 640],
    [560, 800],
    [280, 590],
  ]
  return map('A survey sheet of open land', [relief(land, -60, 260, 11), plan(site, 52, 0.12)])
}

function windEnergy(): string {
  const rough = hills(12, 4)
  const coast: Land = (x, y) => (x - 420) * 0.3 + (y - 560) * 0.16 + rough(x / 360, y / 360) * 105
  const random = chance(2)
  const places: Point[] = []
  for (let row = 0; row < 4; row++)
    for (let column = 0; column < 4; column++)
      places.push([545 + column * 142 + row * 26, 250 + row * 150 - column * 22])
  const wakes = places.map(
    ([x, y]) =>
      `<ellipse cx="${x}" cy="${y}" rx="66" ry="58" fill="none" stroke="${ink}" stroke-width="1" stroke-dasharray="2 5" opacity=".55"/>`,
  )
  return map('A survey sheet of a wind farm by the sea', [
    lowland(coast, 0),
    relief(coast, -160, 260, 11),
    ...wakes,
    plan(
      [
        [470, 190],
        [1040, 100],
        [1150, 700],
        [590, 790],
      ],
      150,
      -0.15,
    ),
    ...places.map((place) => mill(place, random() * 2)),
  ])
}

function shipping(): string {
  const rough = hills(31, 3)
  const bed: Land = (x, y) =>
    (430 - y) * 0.34 + Math.sin(x / 170) * 16 + rough(x / 300, y / 300) * 62 - smoothstep(500, 900, y) * 90
  const quays: Point[][] = [
    [
      [120, -10],
      [120, 330],
      [640, 470],
      [690, 300],
      [700, -10],
    ],
    [
      [820, -10],
      [800, 520],
      [1210, 640],
      [1210, -10],
    ],
  ]
  return map('A survey sheet of a container port', [
    `<path fill="${water}" d="M0 0h${width}v${height}H0z"/>`,
    relief(bed, -260, 150, 10),
    ...quays.map((quay) => area(quay, sheet, `stroke="${ink}" stroke-width="3"`)),
    yard([170, 60], 6, 7, 5),
    yard([850, 70], 4, 8, 6),
    hull([250, 470], 400, 0.263),
    hull([880, 640], 300, 0.288),
    plan(
      [
        [90, 250],
        [700, 420],
        [1150, 560],
        [1120, 860],
        [560, 760],
        [110, 560],
      ],
      62,
      0.27,
    ),
  ])
}

function winemaking(): string {
  const rough = hills(57, 3)
  const land: Land = (x, y) =>
    240 - Math.hypot(x - 760, (y - 330) * 1.1) * 0.42 + rough(x / 420, y / 420) * 74
  const parcels: Point[][] = [
    [
      [300, 300],
      [560, 190],
      [640, 420],
      [400, 560],
    ],
    [
      [680, 170],
      [960, 150],
      [990, 380],
      [720, 400],
    ],
    [
      [450, 610],
      [690, 470],
      [860, 480],
      [880, 700],
      [600, 800],
    ],
    [
      [930, 450],
      [1110, 420],
      [1120, 690],
      [950, 680],
    ],
  ]
  return map('A survey sheet of vineyards on a slope', [
    relief(land, -120, 320, 13),
    ...parcels.map((parcel, index) => rows(rough, parcel, index)),
    plan(
      [
        [262, 270],
        [700, 110],
        [1040, 100],
        [1160, 700],
        [600, 860],
        [390, 660],
      ],
      86,
      -0.5,
    ),
  ])
}

/** The sheet: paper, a grid in fine crosses, and ticks along its edge. */
function map(title: string, parts: readonly string[]): string {
  const crosses: string[] = []
  for (let x = 100; x < width; x += 100)
    for (let y = 100; y < height; y += 100) crosses.push(`M${x - 5} ${y}h10M${x} ${y - 5}v10`)
  const cross = `<path stroke="${ink}" stroke-width="1.2" opacity=".5" d="${crosses.join('')}"/>`
  return picture(
    width,
    height,
    title,
    `<path fill="${sheet}" d="M0 0h${width}v${height}H0z"/>${parts.join('')}${cross}`,
  )
}

/** Contours from `low` to `high`, every fifth one stronger. */
function relief(land: Land, low: number, high: number, every: number): string {
  const fine: string[] = []
  const strong: string[] = []
  for (let level = low, index = 0; level <= high; level += every, index++) {
    const paths = contour(land, level, grid).map((points) => through(points))
    ;(index % 5 === 0 ? strong : fine).push(...paths)
  }
  const draw = (paths: string[], stroke: number) =>
    `<path fill="none" stroke="${ink}" stroke-width="${stroke}" stroke-linejoin="round" d="${paths.join('')}"/>`
  return `<g opacity=".62">${draw(fine, 0.9)}${draw(strong, 2.2)}</g>`
}

/** All that lies below `level`, as water: bands of the grid, which the shore line then covers. */
function lowland(land: Land, level: number): string {
  const bands: string[] = []
  for (let y = 0; y < height; y += 4) {
    for (let x = 0, from = -1; x <= width; x += 4) {
      const wet = x < width && land(x + 2, y + 2) < level
      if (wet && from < 0) from = x
      if (!wet && from >= 0) {
        bands.push(`M${from} ${y}h${x - from}v4h${from - x}z`)
        from = -1
      }
    }
  }
  const shore = contour(land, level, grid).map((points) => through(points))
  return `<path fill="${water}" d="${bands.join('')}"/><path fill="none" stroke="${water}" stroke-width="8" d="${shore.join('')}"/><path fill="none" stroke="${ink}" stroke-width="3.4" d="${shore.join('')}"/>`
}

/** The drone's way over a site: its border, the lanes it flies, the places where it looks. */
function plan(site: readonly Point[], gap: number, tilt: number): string {
  const middle: Point = [mean(site.map(([x]) => x)), mean(site.map(([, y]) => y))]
  const turn = ([x, y]: Point, angle: number): Point => {
    const [dx, dy] = [x - middle[0], y - middle[1]]
    return [
      middle[0] + dx * Math.cos(angle) - dy * Math.sin(angle),
      middle[1] + dx * Math.sin(angle) + dy * Math.cos(angle),
    ]
  }
  const level = site.map((point) => turn(point, -tilt))
  const [top, bottom] = [Math.min(...level.map(([, y]) => y)), Math.max(...level.map(([, y]) => y))]
  const way: Point[] = []
  for (let y = top + gap / 2, row = 0; y < bottom; y += gap, row++) {
    const ends = across(level, y)
    if (ends.length === 2) way.push(...(row % 2 ? ends.toReversed() : ends).map((point) => turn(point, tilt)))
  }
  const looks = way.slice(1).flatMap((to, index) => between(way[index] ?? to, to, 58))
  const [drone = middle] = way.slice(-1)
  return [
    area(site, signal, `fill-opacity=".05" stroke="${signal}" stroke-width="2" stroke-dasharray="10 7"`),
    line(way, signal, 3, 'stroke-linejoin="round"'),
    `<g fill="${signal}">${looks.map(([x, y]) => `<circle cx="${short(x)}" cy="${short(y)}" r="4.5"/>`).join('')}</g>`,
    disc(drone[0], drone[1], 26, signal, 'opacity=".22"'),
    disc(drone[0], drone[1], 11, signal, `stroke="${sheet}" stroke-width="4"`),
  ].join('')
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function across(shape: readonly Point[], y: number): Point[] {
  const points = shape.flatMap(([ax, ay], index): Point[] => {
    const [bx, by] = shape[(index + 1) % shape.length] ?? [ax, ay]
    return ay < y === by < y ? [] : [[ax + ((bx - ax) * (y - ay)) / (by - ay), y]]
  })
  return points.sort(([a], [b]) => a - b).map(([x], index): Point => [x + (index ? -16 : 16), y])
}

function between([ax, ay]: Point, [bx, by]: Point, every: number): Point[] {
  const count = Math.max(1, Math.round(Math.hypot(bx - ax, by - ay) / every))
  return Array.from(
    { length: count },
    (_, index): Point => [mix(ax, bx, (index + 1) / count), mix(ay, by, (index + 1) / count)],
  )
}

function mill([x, y]: Point, turned: number): string {
  const blades = [0, 1, 2].map((blade) => {
    const angle = turned + (blade * Math.PI * 2) / 3
    return line(
      [
        [x, y],
        [x + Math.cos(angle) * 27, y + Math.sin(angle) * 27],
      ],
      ink,
      5,
      'stroke-linecap="round"',
    )
  })
  return disc(x, y, 35, sheet, `stroke="${ink}" stroke-width="2.5"`) + blades.join('') + disc(x, y, 6, ink)
}

function yard([left, top]: Point, columns: number, lines: number, seed: number): string {
  const random = chance(seed)
  const boxes: string[] = []
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < lines; row++) {
      for (let slot = 0; slot < 5; slot++) {
        if (random() < 0.16) continue
        const fill = random() < 0.12 ? signal : random() < 0.5 ? ink : sheet
        boxes.push(
          `<path fill="${fill}" stroke="${ink}" stroke-width="1.3" d="M${left + column * 84 + slot * 13} ${top + row * 34}h11v28h-11z"/>`,
        )
      }
    }
  }
  return boxes.join('')
}

function hull([x, y]: Point, length: number, tilt: number): string {
  const half = length * 0.062
  const shape = `M0 ${-half}H${length * 0.86}Q${length * 0.96} ${short(-half * 0.8)} ${length} 0Q${length * 0.96} ${short(half * 0.8)} ${length * 0.86} ${half}H0Q-8 0 0 ${-half}z`
  const bays = Array.from(
    { length: 13 },
    (_, bay) => `M${short(length * (0.16 + bay * 0.053))} ${short(-half * 0.75)}v${short(half * 1.5)}`,
  )
  return `<g transform="translate(${x} ${y}) rotate(${short((tilt * 180) / Math.PI)})"><path fill="${sheet}" stroke="${ink}" stroke-width="3" d="${shape}"/><path stroke="${ink}" stroke-width="${short(length * 0.032)}" d="${bays.join('')}"/><path fill="${signal}" d="M${length * 0.03} ${short(-half * 0.7)}h${length * 0.06}v${short(half * 1.4)}h${-length * 0.06}z"/></g>`
}

/** A vineyard's parcel: rows that bend a little with the land, each parcel planted its own way. */
function rows(rough: Land, parcel: readonly Point[], index: number): string {
  const [left, top] = [Math.min(...parcel.map(([x]) => x)), Math.min(...parcel.map(([, y]) => y))]
  const [right, bottom] = [Math.max(...parcel.map(([x]) => x)), Math.max(...parcel.map(([, y]) => y))]
  const angle = [-0.42, 0.2, -0.25, 0.5][index] ?? 0
  const planted: Land = (x, y) =>
    y * Math.cos(angle) + x * Math.sin(angle) + rough((x + left) / 420, (y + top) / 420) * 60
  const paths: string[] = []
  for (let level = -220; level < 620; level += 12.5) {
    for (const points of contour(planted, level, { width: right - left, height: bottom - top, step: 16 })) {
      paths.push(through(points.map(([x, y]): Point => [x + left, y + top])))
    }
  }
  const shape = through(parcel, true)
  const planting = `<path clip-path="url(#p${index})" fill="none" stroke="${ink}" stroke-width="5" stroke-linecap="round" stroke-dasharray="${index % 2 ? '9 8' : '.1 8'}" d="${paths.join('')}"/>`
  return `<clipPath id="p${index}"><path d="${shape}"/></clipPath><path fill="${sheet}" d="${shape}"/>${planting}<path fill="none" stroke="${ink}" stroke-width="3" d="${shape}"/>`
}
