/** Numbers that look random and are the same at every run: a generator seeded by `seed`, each value in [0, 1). */
export function chance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Smooth noise over the plane, about -1 to 1: Perlin's, with gradients drawn from `seed`. */
export function noise(seed: number): (x: number, y: number) => number {
  const random = chance(seed)
  const angles = Array.from({ length: 4096 }, () => random() * Math.PI * 2)
  const dot = (ix: number, iy: number, dx: number, dy: number) => {
    const angle = angles[(Math.imul(ix, 73_856_093) ^ Math.imul(iy, 19_349_663)) & 4095] ?? 0
    return Math.cos(angle) * dx + Math.sin(angle) * dy
  }
  return (x, y) => {
    const ix = Math.floor(x)
    const iy = Math.floor(y)
    const [fx, fy] = [x - ix, y - iy]
    const [u, v] = [fade(fx), fade(fy)]
    const top = mix(dot(ix, iy, fx, fy), dot(ix + 1, iy, fx - 1, fy), u)
    const bottom = mix(dot(ix, iy + 1, fx, fy - 1), dot(ix + 1, iy + 1, fx - 1, fy - 1), u)
    return mix(top, bottom, v) * 1.5
  }
}

/** Noise summed over `octaves`, each twice as fine and half as strong: the outline of hills and clouds. */
export function hills(seed: number, octaves: number): (x: number, y: number) => number {
  const base = noise(seed)
  return (x, y) => {
    let sum = 0
    for (let octave = 0; octave < octaves; octave++)
      sum += base(x * 2 ** octave, y * 2 ** octave) / 2 ** octave
    return sum
  }
}

/** The value that lies the share `t` of the way from `a` to `b`. */
export const mix = (a: number, b: number, t: number): number => a + (b - a) * t

/** 0 below `from`, 1 above `to`, and a smooth slope between them. */
export function smoothstep(from: number, to: number, x: number): number {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

const fade = (t: number) => t * t * t * (t * (t * 6 - 15) + 10)
