/** Runs in the page: waits for so many frames. */
export const waitForFrames = async (frames: number) => {
  for (let frame = 0; frame < frames; frame++) await new Promise(requestAnimationFrame)
}

/** Runs in the page: the CSS selectors whose first match a visitor sees nothing of. */
export const hiddenOf = (selectors: string[]) =>
  selectors.filter(
    (selector) =>
      !document.querySelector(selector)?.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  )
