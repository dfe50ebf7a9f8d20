import { patternShape } from '../wire/limits.ts'
import type { Options } from './options.ts'

/** One pattern on its way into the page: what the loader begins and the snippet ends. */
export type Run = [
  pattern: string,
  /** The answer of `GET /p/{pattern}`; `undefined` where none came. Never rejects. */
  response: Promise<Response | undefined>,
  /** The sheet that hides the targets. Disabled: all is revealed, for good. */
  sheet: CSSStyleSheet,
]

/**
 * Hides by `visibility`: it keeps the layout, takes the clicks away with the sight, and the text counts as painted
 * when it is revealed (an element that began with `opacity: 0` is never a largest contentful paint in Chromium).
 */
const hidden = '{visibility:hidden!important}'

/** Milliseconds after which all is revealed. */
export const defaultTimeoutMs = 1000

/** What the page's link has for the parameter of this name. */
export const readLink = (param: string): string | null =>
  new URL(location as unknown as string).searchParams.get(param)

/** Whether something looks like a pattern. */
export const isPattern = (text: string | null | undefined): text is string => patternShape.test(text || '')

/** The selectors of `data-hide`: apart at the commas, but for those in brackets. */
export const splitSelectors = (list: string | undefined): string[] => `${list}`.split(/,(?![^([]*[)\]])/)

/** A style sheet's text that hides what the selectors match. An invalid one hides nothing and harms no other. */
export const hidingRules = (selectors: string[]): string => selectors.join(hidden) + hidden

/** Asks for the record. */
export const askRecord = (host: string, pattern: string): Run[1] =>
  fetch(`${host}/p/${pattern}`).catch(() => undefined)

/** Hides the targets, and reveals them when the time is over, whatever happens. */
export const hideTargets = (sheet: CSSStyleSheet, options: Options): void => {
  // An adopted sheet, because a strict `style-src` allows it.
  document.adoptedStyleSheets.push(sheet)
  sheet.replaceSync(hidingRules(splitSelectors(options.hide)))
  setTimeout(
    () => {
      sheet.disabled = true
    },
    (options.timeout || defaultTimeoutMs) as number,
  )
}
