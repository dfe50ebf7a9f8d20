import { quietly } from './page.ts'

/** Hides by `opacity`: scripts can still measure and read. `:is` ignores invalid selectors. What the edge has changed is shown. */
export function hide(sheet: CSSStyleSheet, selectors: string): void {
  sheet.replaceSync(`:is(${selectors}):not([data-motif]){opacity:0!important}`)
}

/**
 * Returns a function that hides what some selectors match, and nothing else. Without selectors it reveals everything, for good.
 *
 * @param sheet what hides, an adopted style sheet, because a strict `style-src` allows that; undefined if nothing is hidden
 */
export function createCurtain(sheet: CSSStyleSheet | undefined): (selectors: string) => void {
  let hidden: string | undefined
  return (selectors) => {
    if (!sheet || sheet.disabled || selectors === hidden) return
    hidden = selectors
    if (selectors) return hide(sheet, selectors)
    sheet.disabled = true
    quietly(() => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    })
  }
}
