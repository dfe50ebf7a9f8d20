declare global {
  interface Window {
    /** What was to be seen of the watched element after each frame, repeats left out; '' while hidden or absent. */
    paints: string[]
  }
}

/** A script that keeps in `window.paints` what a visitor gets to see of the first element that `selector` matches. */
export function watchPaints(selector: string): string {
  return `window.paints = []; ${afterEachPaint(`() => (${keepPaint})(${JSON.stringify(selector)})`)}`
}

/** A script that calls `look`, the text of a function, with what each frame paints. */
export function afterEachPaint(look: string): string {
  return `(${callAfterEachPaint})(${look})`
}

function keepPaint(selector: string) {
  const element = document.querySelector(selector)
  const isVisible = element?.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const seen = isVisible ? (element?.textContent ?? '') : ''
  if (seen !== window.paints.at(-1)) window.paints.push(seen)
}

/**
 * Sizes are observed after the callbacks of a frame and right before its paint: in a task behind it, the page may be another
 * one already, which the next frame's callbacks still change.
 */
function callAfterEachPaint(look: () => void) {
  const box = document.createElement('i')
  box.style.cssText = 'position:fixed;left:-9px;width:1px;height:1px;display:block'
  new ResizeObserver(look).observe(box)
  const onFrame = () => {
    if (!box.isConnected) document.documentElement?.append(box)
    box.style.width = box.style.width === '1px' ? '2px' : '1px'
    requestAnimationFrame(onFrame)
  }
  requestAnimationFrame(onFrame)
}
