import type { Options } from './options.ts'

/** What hides the targets until they are changed. */
export interface Curtain {
  /** Hides. Missing where nothing is to be hidden, or the browser cannot: then the page is seen as it is. */
  sheet?: CSSStyleSheet | undefined
  /** Whether the time is over: all is revealed, for good. */
  isOpen: boolean
}

const defaultTimeoutMs = 1000

/**
 * A rule that hides what the selectors match, and what in it would show through. `:is` forgives invalid members.
 * By `visibility`: it keeps the layout, takes the clicks away with the sight, and the text counts as painted when it
 * is revealed (an element that began with `opacity: 0` is never a largest contentful paint in Chromium).
 */
export const hidingRule = (selectors: string): string =>
  `:is(${selectors}),:is(${selectors}) *{visibility:hidden!important}`

/** Hides the targets, and reveals them when the time is over, whatever happens. */
export const drawCurtain = ({ hide, timeout }: Options): Curtain => {
  const curtain: Curtain = { isOpen: false }
  setTimeout(() => openCurtain(curtain), (timeout || defaultTimeoutMs) as number)
  try {
    if (hide) holdUp(curtain, hide)
  } catch {
    // A browser without constructed sheets.
  }
  return curtain
}

/** An adopted sheet, because a strict `style-src` allows it. A page that assigns its own sheets is given it again. */
const holdUp = (curtain: Curtain, hide: string) => {
  const sheet = new CSSStyleSheet()
  curtain.sheet = sheet
  sheet.replaceSync(hidingRule(hide))
  const hold = () => {
    if (curtain.isOpen) return
    if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet)
    requestAnimationFrame(hold)
  }
  hold()
}

/** Reveals all, for good. */
export const openCurtain = (curtain: Curtain): void => {
  curtain.isOpen = true
  if (curtain.sheet) curtain.sheet.disabled = true
}
