import type { Hold } from './claims.ts'

/** Holds an attribute at a value, `null` for away. */
export const holdAttribute = (element: Element, name: string, value: string | null): Hold => {
  let pages = element.getAttribute(name)
  const set = (to: string | null) =>
    to === null ? element.removeAttribute(name) : element.setAttribute(name, to)
  return {
    write_() {
      const current = element.getAttribute(name)
      if (current === value) return false
      pages = current
      set(value)
      return true
    },
    revert_() {
      if (element.getAttribute(name) === value) set(pages)
    },
  }
}
