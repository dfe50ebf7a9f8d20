import { quietly } from './page.ts'

/** Hides a page, or parts of it, until they are personal. */
export interface Curtain {
  /** Whether everything is revealed, for good. */
  isOpen(): boolean
  /** Hides what these selectors match, and nothing else. Without selectors everything is revealed, for good. */
  hideOnly(selectors: string): void
}

/** Hides by `opacity`: scripts can still measure and read. `:is` ignores invalid selectors. What the edge has changed is shown. */
export function hide(sheet: CSSStyleSheet, selectors: string): void {
  sheet.replaceSync(`:is(${selectors}):not([data-motif]){opacity:0!important}`)
}

/** @param sheet what hides, an adopted style sheet, because a strict `style-src` allows that; undefined if nothing is hidden */
export function createCurtain(sheet: CSSStyleSheet | undefined): Curtain {
  let hidden: string | undefined
  return {
    isOpen: () => !!sheet?.disabled,
    hideOnly(selectors) {
      if (!sheet || sheet.disabled || selectors === hidden) return
      hidden = selectors
      if (selectors) return hide(sheet, selectors)
      sheet.disabled = true
      quietly(() => {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
      })
    },
  }
}
