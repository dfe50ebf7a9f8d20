import { chance, hills, mix, smoothstep } from './chance.ts'
import { area, blend, box, disc, line, type Point, short, stops } from './svg.ts'

/** The colours of an evening, from the top of the sky down, and where its sun stands. */
export interface Evening {
  width: number
  height: number
  horizon: number
  /** Sky colours from zenith to horizon, `[share of the way down, colour]`. */
  sky: readonly (readonly [number, string])[]
  sun: { x: number; y: number; radius: number; core: string; glow: string }
  /** What far things fade to, and what near things darken to. */
  haze: string
  near: string
  seed: number
}

/** The sky: gradient, stars, the sun and its glow. */
export function sky(evening: Evening): string {
  const { width, height, sun } = evening
  const reach = width * 0.62
  return [
    `<defs><linearGradient id="s" x2="0" y2="1">${stops(evening.sky)}</linearGradient>`,
    `<radialGradient id="g">${stops([
      [0, sun.glow, 0.95],
      [0.12, sun.glow, 0.6],
      [0.4, sun.glow, 0.2],
      [1, sun.glow, 0],
    ])}</radialGradient></defs>`,
    box(0, 0, width, height, 'url(#s)'),
    stars(evening),
    `<ellipse cx="${sun.x}" cy="${sun.y}" rx="${reach}" ry="${short(reach * 0.62)}" fill="url(#g)"/>`,
    disc(sun.x, sun.y, sun.radius, sun.core),
  ].join('')
}

function stars({ width, horizon, seed }: Evening): string {
  const random = chance(seed)
  return Array.from({ length: 150 }, () => {
    const y = random() ** 1.7 * horizon * 0.62
    const fade = 1 - y / (horizon * 0.66)
    return disc(
      random() * width,
      y,
      0.5 + random() ** 4 * 1.5,
      '#fff',
      `opacity="${short(mix(0.1, 0.9, random()) * fade)}"`,
    )
  }).join('')
}

/** Where fallstreaks hang: the top left of their cloud, its width, how deep they fall and how far they lean. */
export interface Cloud {
  x: number
  y: number
  width: number
  fall: number
  lean: number
}

/** Fallstreaks: veils of ice that leave a cloud and are bent by the wind before they reach the ground. */
export function fallstreaks(cloud: Cloud, colour: string, strength: number, seed: number): string {
  const random = chance(seed)
  const tufts = [0.02, 0.3, 0.38, 0.72, 0.86].map((at, index) => ({
    x: cloud.x + at * cloud.width + (random() - 0.5) * 40,
    y: cloud.y + (random() - 0.5) * 150,
    width: cloud.width * mix(0.1, 0.26, random()),
    fall: cloud.fall * mix(0.5, 1, index % 2 ? random() : 1),
    lean: cloud.lean * mix(0.7, 1.1, random()),
  }))
  const veils = tufts.flatMap((tuft) => Array.from({ length: 40 }, () => veil(tuft, random)))
  const id = `f${seed}`
  const fade = stops([
    [0, colour, 0],
    [0.12, colour, strength],
    [0.4, colour, strength * 0.45],
    [1, colour, 0],
  ])
  return `<defs><linearGradient id="${id}" x2="0" y2="1">${fade}</linearGradient></defs><g fill="url(#${id})">${veils.join('')}</g>`
}

/** One veil: it starts as a hook under the cloud's dome and thins out along the wind. */
function veil(tuft: Cloud, random: () => number): string {
  const t = (random() + random()) / 2
  const dome = Math.sin(Math.PI * t)
  const [x, y] = [tuft.x + t * tuft.width, tuft.y - dome * tuft.width * 0.13 + random() * 10]
  const fall = tuft.fall * mix(0.25, 1, random()) * (0.3 + 0.7 * dome)
  const lean = tuft.lean * (fall / tuft.fall) ** 1.5
  const w = mix(1.5, 6, random())
  const [bend, drop] = [lean * 0.22, fall * 0.62]
  return `<path d="M${short(x - w)} ${short(y)}q${short(w)} ${short(-w)} ${short(w * 2)} 0c0 ${short(drop * 0.5)} ${short(bend)} ${short(drop)} ${short(lean - w)} ${short(fall)}C${short(x + bend * 0.8)} ${short(y + drop)} ${short(x - w)} ${short(y + drop * 0.5)} ${short(x - w)} ${short(y)}z"/>`
}

/** Thin cirrus, drawn out along the wind. */
export function cirrus(evening: Evening, count: number, top: number, bottom: number, colour: string): string {
  const random = chance(evening.seed + 5)
  const threads = Array.from({ length: count }, () => {
    const [x, y] = [mix(-160, evening.width, random()), mix(top, bottom, random())]
    const long = mix(140, 640, random() ** 2)
    const thick = mix(1, 7, random() ** 2)
    const rise = (random() - 0.35) * 18
    const opacity = Math.round(mix(4, 24, random() ** 2)) / 100
    return `<path opacity="${opacity}" d="M${short(x)} ${short(y)}q${short(long * 0.4)} ${short(-thick - rise)} ${short(long)} ${short(-rise)}q${short(-long * 0.45)} ${short(thick * 0.6 - rise * 0.2)} ${short(-long)} ${short(rise)}z"/>`
  })
  return `<g fill="${colour}">${threads.join('')}</g>`
}

/** One ridge of hills against the sky: its height in the picture at `x`. */
export type Ridge = (x: number) => number

/** A ridge around `y`, `amplitude` high, whose bumps are about `scale` wide. */
export function ridge(seed: number, y: number, amplitude: number, scale: number, octaves = 5): Ridge {
  const shape = hills(seed, octaves)
  return (x) => y - shape(x / scale, seed * 0.37) * amplitude
}

/** The ground below a ridge. */
export function ground(top: Ridge, width: number, bottom: number, fill: string, step = 8): string {
  const points: Point[] = [[-10, bottom]]
  for (let x = -10; x <= width + 10; x += step) points.push([x, top(x)])
  points.push([width + 10, bottom])
  return area(points, fill)
}

/** Hills behind hills, the far ones in haze: `count` layers from `top` to `bottom`. */
export function layers(evening: Evening, count: number, top: number, bottom: number, grow = 1): string {
  return Array.from({ length: count }, (_, index) => {
    const t = index / Math.max(1, count - 1)
    const y = mix(top, bottom, t ** 1.25)
    const colour = blend(evening.haze, evening.near, t ** 0.85)
    const shape = ridge(
      evening.seed + index * 13,
      y,
      mix(46, 92, t) * grow,
      mix(260, 620, t),
      index < 2 ? 6 : 5,
    )
    const id = `l${evening.seed}${index}`
    const mist = `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="${short(y - 60)}" y2="${short(y + 190)}">${stops(
      [
        [0, colour],
        [1, blend(colour, evening.haze, 0.5 * (1 - t))],
      ],
    )}</linearGradient>`
    return mist + ground(shape, evening.width, evening.height, `url(#${id})`)
  }).join('')
}

/** The sea from the horizon down, with the sun's road on it. */
export function sea(evening: Evening, far: string, near: string, glint: string): string {
  const { width, height, horizon, sun, seed } = evening
  const random = chance(seed + 31)
  const water = `<defs><linearGradient id="w" x2="0" y2="1">${stops([
    [0, far],
    [0.35, blend(far, near, 0.65)],
    [1, near],
  ])}</linearGradient></defs>`
  const waves = Array.from({ length: 520 }, () => {
    const t = random() ** 1.8
    const y = horizon + 2 + t * (height - horizon)
    const spread = mix(22, 330, t)
    const x = sun.x + (random() + random() + random() - 1.5) * spread
    const long = mix(6, 90, t) * mix(0.4, 1.5, random())
    const thick = mix(0.8, 4.2, t)
    const opacity = mix(0.85, 0.22, smoothstep(0, 1, t)) * mix(0.5, 1, random())
    return `<path d="M${short(x - long)} ${short(y)}q${short(long)} ${short(-thick)} ${short(long * 2)} 0q${short(-long)} ${short(thick)} ${short(-long * 2)} 0z" opacity="${Math.round(opacity * 100) / 100}"/>`
  })
  const swell = Array.from({ length: 120 }, () => {
    const t = random()
    const y = horizon + 6 + t ** 1.6 * (height - horizon)
    const x = random() * width
    const long = mix(20, 240, t)
    return line(
      [
        [x - long, y],
        [x, y - mix(0.5, 3, t)],
        [x + long, y],
      ],
      t > 0.5 ? near : far,
      mix(0.8, 3, t),
      'opacity=".35"',
    )
  })
  return `${water}${box(0, horizon, width, height - horizon, 'url(#w)')}${swell.join('')}<g fill="${glint}">${waves.join('')}</g>`
}
