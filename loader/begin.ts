import { patternShape } from '../wire/limits.ts'
import type { Options } from './options.ts'

/** A run as the tag begins it, for the snippet to go on with. */
export interface Beginning {
  pattern: string
  /** The answer of `GET /p/{pattern}`; `undefined` where none came. Never rejects. */
  response: Promise<Response | undefined>
  /** Hides the targets. Disabled: the time is over, and all is revealed, for good. Empty where a browser has no such sheet. */
  sheet: Partial<CSSStyleSheet>
}

/** Milliseconds after which all is revealed. */
export const defaultTimeoutMs = 1000

/** Whether something looks like a pattern. */
export const isPattern = (text: string | null | undefined): text is string => patternShape.test(text || '')

/** The pattern in the page's link, else that of the options; none that does not look like one. */
export const findPattern = (options: Options): string | null | undefined =>
  [new URL(location.href).searchParams.get(options.param || 'pattern'), options.pattern].find(isPattern)

/** Asks for the record. Pages replace `fetch`, by one that throws at once, too. */
export const ask = async (url: string): Promise<Response | undefined> => {
  try {
    return await fetch(url)
  } catch {
    return undefined
  }
}

/**
 * A rule that hides what the selectors match, and what in it would show through. `:is` forgives invalid members.
 * By `visibility`: it keeps the layout, takes the clicks away with the sight, and the text counts as painted when it
 * is revealed (an element that began with `opacity: 0` is never a largest contentful paint in Chromium).
 */
export const hidingRule = (selectors: string): string =>
  `:is(${selectors}),:is(${selectors}) *{visibility:hidden!important}`

/**
 * Has the page a sheet until it is disabled: an adopted one, because a strict `style-src` allows it. A page that assigns
 * its own is given it again before it paints.
 */
export const adopt = (sheet: CSSStyleSheet): void => {
  const sheets = document.adoptedStyleSheets
  if (!sheets.includes(sheet)) sheets.push(sheet)
  if (!sheet.disabled) requestAnimationFrame(() => adopt(sheet))
}

/** Whether the document is still parsed. */
export const isParsing = (): boolean => document.readyState === 'loading'

/**
 * Has what an answer is made of when the document is parsed. Asks again and again: a visitor without a pattern is to
 * have no listener.
 */
export const whenParsed = async <Answer>(answer: () => Answer): Promise<Awaited<Answer>> => {
  while (isParsing()) await new Promise((resolve) => setTimeout(resolve, 50))
  return answer() as Awaited<Answer>
}
