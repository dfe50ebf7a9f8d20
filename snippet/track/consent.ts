import type { Options } from '../../loader/options.ts'

/** Whether measuring is refused: by the page, or by Global Privacy Control, which wins over the page's consent. */
export const isRefused = ({ gpc }: Options, said: boolean | undefined): boolean =>
  said === false || (gpc !== 'ignore' && !!navigator.globalPrivacyControl)

/**
 * Whether measuring is allowed now: not refused, not waiting for consent, and the page is not being prerendered.
 *
 * @param said what the page last passed to `motif.consent`; `undefined` if it was not called
 */
export const mayMeasure = (options: Options, said: boolean | undefined): boolean =>
  !isRefused(options, said) && (said || (options.consent ?? 'none') === 'none') && !document.prerendering

declare global {
  interface Navigator {
    /** https://w3c.github.io/gpc/ */
    readonly globalPrivacyControl?: boolean
  }
  interface Document {
    /** Only in Chromium. https://wicg.github.io/nav-speculation/prerendering.html */
    readonly prerendering?: boolean
  }
}
