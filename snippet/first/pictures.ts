import { OwnPromise } from '../own.ts'

/**
 * Resolves to true when a picture can be painted, and to false if it does not load and the page has not replaced it. Stays open once the
 * signal has come, unless it is old. The page's own `onerror` is not told when our picture fails: it would show another one
 * instead of the page's own.
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
      // Others that wait for this image hear it: they listen in the same phase.
      if (image.src === src) event.stopPropagation()
      fail()
    })
  })
}
