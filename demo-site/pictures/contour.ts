import type { Point } from './svg.ts'

/** The height of the land at a place. */
export type Land = (x: number, y: number) => number

/** What part of the plane is walked, and in steps of what size. */
export interface Grid {
  width: number
  height: number
  step: number
}

/** The lines on which `land` is `level` high (marching squares, linked end to end). */
export function contour(land: Land, level: number, grid: Grid): Point[][] {
  const next = new Map<string, { to: string; from: Point; end: Point }>()
  for (let y = 0; y < grid.height; y += grid.step) {
    for (let x = 0; x < grid.width; x += grid.step) {
      for (const [a, b] of crossings(land, level, x, y, grid.step))
        next.set(key(a), { to: key(b), from: a, end: b })
    }
  }
  return link(next)
}

const key = ([x, y]: Point) => `${Math.round(x * 100)},${Math.round(y * 100)}`

/** The pieces of the line inside one square, each with the higher land on its left. */
function crossings(land: Land, level: number, x: number, y: number, step: number): [Point, Point][] {
  const corners: [number, number, number][] = [
    [x, y, 0],
    [x + step, y, 0],
    [x + step, y + step, 0],
    [x, y + step, 0],
  ]
  for (const corner of corners) corner[2] = land(corner[0], corner[1]) - level || 1e-9
  const down: Point[] = []
  const up: Point[] = []
  corners.forEach((a, index) => {
    const b = corners[(index + 1) % 4] ?? a
    if (a[2] > 0 === b[2] > 0) return
    const t = a[2] / (a[2] - b[2])
    const at: Point = [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]
    if (a[2] > 0) down.push(at)
    else up.push(at)
  })
  return down.flatMap((from, index) => (up[index] ? [[from, up[index]] as [Point, Point]] : []))
}

function link(next: Map<string, { to: string; from: Point; end: Point }>): Point[][] {
  const targets = new Set([...next.values()].map(({ to }) => to))
  const starts = [...next.keys()].filter((from) => !targets.has(from))
  const lines: Point[][] = []
  for (const start of [...starts, ...next.keys()]) {
    const points: Point[] = []
    for (let at = start, piece = next.get(at); piece; at = piece.to, piece = next.get(at)) {
      next.delete(at)
      if (points.length === 0) points.push(piece.from)
      points.push(piece.end)
    }
    if (points.length > 3) lines.push(points)
  }
  return lines
}
