/** What the tag has begun of a run. The snippet continues with it. */
export interface Beginning {
  pattern: string
  /** The answer of `GET /p/{pattern}`, or an object with the edge's record; anything else if none came. Never rejects. */
  answer: Promise<Partial<Pick<Response, 'json'>> | undefined> | undefined
  /**
   * Hides the targets. Once it is disabled everything is revealed, and stays so. An empty object in browsers without
   * constructable style sheets.
   */
  sheet: Partial<CSSStyleSheet>
}

/** Milliseconds after which everything is revealed. */
export const defaultTimeoutMs = 1000

/**
 * A rule that hides what the selectors match, with descendants that set their own `visibility`, but not what the edge
 * has changed already. `:is` ignores invalid selectors in its list; the end of the sheet closes the rule.
 *
 * `visibility` keeps the layout and prevents clicks. The text counts as painted when it is revealed: in Chromium an
 * element that began with `opacity: 0` is never a largest contentful paint.
 */
export const hidingRule = (selectors: string | undefined): string =>
  `:is(${selectors}):not([data-motif]){&,*{visibility:hidden!important`
