/** A run as the tag begins it, for the snippet to go on with. */
export interface Beginning {
  pattern: string
  /** The answer of `GET /p/{pattern}`, or what has the edge's record; `undefined` where none came. Never rejects. */
  answer: Promise<Pick<Response, 'json'> | undefined> | undefined
  /** Hides the targets. Disabled: the time is over, and all is revealed, for good. Empty where a browser has no such sheet. */
  sheet: Partial<CSSStyleSheet>
}

/** Milliseconds after which all is revealed. */
export const defaultTimeoutMs = 1000

/**
 * A rule that hides what the selectors match, and what in it would show through, but for what the edge has done. `:is`
 * forgives invalid members; the end of the sheet closes the rule.
 * By `visibility`: it keeps the layout, takes the clicks away with the sight, and the text counts as painted when it
 * is revealed (an element that began with `opacity: 0` is never a largest contentful paint in Chromium).
 */
export const hidingRule = (selectors: string | undefined): string =>
  `:is(${selectors}):not([motif]){&,*{visibility:hidden!important`
