import { mix } from './chance.ts'

/** A point in the picture, in its own units. */
export type Point = readonly [x: number, y: number]

/** A number as short as a picture needs it: one decimal. */
export const short = (value: number): string => String(Math.round(value * 10) / 10)

/** The `d` of a path through `points`, in relative steps, which are shorter. */
export function through(points: readonly Point[], closed = false): string {
  let [x, y] = [0, 0]
  const steps = points.map(([px, py], index) => {
    const [dx, dy] = [Math.round((px - x) * 10) / 10, Math.round((py - y) * 10) / 10]
    x += dx
    y += dy
    return `${index === 0 ? 'M' : index === 1 ? 'l' : dx < 0 ? '' : ' '}${dx}${dy < 0 ? '' : ' '}${dy}`
  })
  return steps.join('') + (closed ? 'z' : '')
}

/** A filled shape. */
export const area = (points: readonly Point[], fill: string, more = ''): string =>
  `<path fill="${fill}"${more && ` ${more}`} d="${through(points, true)}"/>`

/** A line of the given width. */
export const line = (points: readonly Point[], stroke: string, width: number, more = ''): string =>
  `<path fill="none" stroke="${stroke}" stroke-width="${short(width)}"${more && ` ${more}`} d="${through(points)}"/>`

/** A rectangle. */
export const box = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<path fill="${fill}"${more && ` ${more}`} d="M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}z"/>`

/** A disc. */
export const disc = (x: number, y: number, radius: number, fill: string, more = ''): string =>
  `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" fill="${fill}"${more && ` ${more}`}/>`

/** The `<stop>`s of a gradient, from `[offset, colour, opacity]`. */
export const stops = (list: readonly (readonly [number, string, number?])[]): string =>
  list
    .map(
      ([at, colour, opacity]) =>
        `<stop offset="${at}" stop-color="${colour}"${opacity === undefined ? '' : ` stop-opacity="${opacity}"`}/>`,
    )
    .join('')

/** The colour that lies the share `t` of the way from `a` to `b`, both `#rrggbb`. */
export function blend(a: string, b: string, t: number): string {
  const channel = (at: number) =>
    Math.round(mix(Number.parseInt(a.slice(at, at + 2), 16), Number.parseInt(b.slice(at, at + 2), 16), t))
      .toString(16)
      .padStart(2, '0')
  return `#${channel(1)}${channel(3)}${channel(5)}`
}

/** A whole picture, `title` for those who hear it. */
export const picture = (width: number, height: number, title: string, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img"><title>${title}</title>${body}</svg>\n`
