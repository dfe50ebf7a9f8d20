import { OwnPromise } from '../own.ts'

/**
 * Resolves to true when a picture can be painted, and to false if it does not load and the page has not replaced it. Stays open once the
 * signal has come, unless it is old. A page's handler is not told that a picture fails that is none of its own: it would put
 * another one in its place.
 *
 * @param isOld whether it may have loaded, or failed, before. Default: false
 */
export const isLoaded = (image: HTMLImageElement, signal: AbortSignal, isOld = false): Promise<boolean> => {
  const { src } = image
  return new OwnPromise((resolve) => {
    const fail = () => resolve(image.src !== src)
    if (isOld && image.complete) image.decode().then(() => resolve(true), fail)
    // Firefox may tell late of the picture before: then this one is still on its way.
    const hear = (type: 'load' | 'error', tell: (event: Event) => void) =>
      image.addEventListener(type, (event) => (image.complete ? tell(event) : hear(type, tell)), {
        once: true,
        capture: true,
        signal,
      })
    hear('load', () => resolve(true))
    hear('error', (event) => {
      if (image.src === src) event.stopImmediatePropagation()
      fail()
    })
  })
}
