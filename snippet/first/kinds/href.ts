import type { Kind } from './kind.ts'

/** The address of a link, an area or an SVG's link. */
export const href: Kind = {
  apply: (hold, { put }) => put(hold, hold.element, 'href', hold.item.payload),
}
