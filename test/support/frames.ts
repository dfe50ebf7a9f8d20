import type { Visit } from './visit.ts'

/** Runs in the page: waits for so many frames. */
export const waitForFrames = async (frames: number) => {
  for (let frame = 0; frame < frames; frame++) await new Promise(requestAnimationFrame)
}

/** Waits for frames without what a page may have broken. */
export const waitInBrokenPage = async (page: Visit) => {
  for (let frame = 0; frame < 10; frame++) await page.evaluate('document.fonts.ready.then(() => 1)')
}

/** Runs in the page: the CSS selectors whose first match a visitor sees nothing of. */
export const hiddenOf = (selectors: string[]) =>
  selectors.filter(
    (selector) =>
      !document.querySelector(selector)?.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  )
