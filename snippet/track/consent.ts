import type { Options } from '../../loader/options.ts'

/** Whether measuring is refused: by the page, or by Global Privacy Control, which no consent of the page lifts. */
export const isRefused = ({ gpc }: Options, said: boolean | undefined): boolean =>
  said === false || (gpc !== 'ignore' && !!navigator.globalPrivacyControl)

/**
 * Whether measuring is allowed now: not refused, not waiting for consent, and not in a page that is prerendered.
 *
 * @param said what the page has said by `motif.consent` so far; `undefined`: nothing
 */
export const mayMeasure = (options: Options, said: boolean | undefined): boolean =>
  !isRefused(options, said) && (said || (options.consent ?? 'none') === 'none') && !document.prerendering

declare global {
  interface Navigator {
    /** https://w3c.github.io/gpc/ */
    readonly globalPrivacyControl?: boolean
  }
  interface Document {
    /** Chromium. https://wicg.github.io/nav-speculation/prerendering.html */
    readonly prerendering?: boolean
  }
}
