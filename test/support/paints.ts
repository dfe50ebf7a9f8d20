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

/** A script that calls `look`, the text of a function, whenever a frame has been painted. */
export function afterEachPaint(look: string): string {
  return `(${callAfterEachPaint})(${look})`
}

function keepPaint(selector: string) {
  const element = document.querySelector(selector)
  const isVisible = element?.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const seen = isVisible ? (element?.textContent ?? '') : ''
  if (seen !== window.paints.at(-1)) window.paints.push(seen)
}

/** A message sent from a frame's callback comes back when the frame has been painted. */
function callAfterEachPaint(look: () => void) {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = look
  const onFrame = () => {
    port2.postMessage(null)
    requestAnimationFrame(onFrame)
  }
  requestAnimationFrame(onFrame)
}
