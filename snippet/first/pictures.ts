import { OwnPromise } from '../own.ts'
import { asLink } from './address.ts'

/**
 * Resolves to true when a picture can be painted, and to false if it does not load and the page has not replaced it. After the
 * signal it does not resolve, unless the picture is old. The page's own `onerror` is not told when our picture fails: it would
 * show another one instead of the page's own.
 *
 * @param isOld whether it may have loaded, or failed, before. Default: false
 * @param source the source of the image's `picture` that has the address. Default: the image itself
 */
export const isLoaded = (
  image: HTMLImageElement,
  signal: AbortSignal,
  isOld = false,
  source?: Element,
): Promise<boolean> => {
  const address = source ? asLink(source.getAttribute('srcset')).href : image.src
  return new OwnPromise((resolve) => {
    const isTried = () => image.currentSrc === address
    const isReplaced = () => !source && image.src !== address
    const fail = () => {
      const hasFailed = isTried() && !isReplaced()
      if (source || isTried() || isReplaced()) resolve(!hasFailed)
      // What a source has instead of this one did not load. If that is given back, this one comes.
      else hear('error', hearError)
    }
    const hearError = (event: Event) => {
      // Others that wait for this image hear it: they listen in the same phase.
      if (isTried() || !isReplaced()) event.stopPropagation()
      fail()
    }
    if (isOld && image.complete) image.decode().then(() => resolve(true), fail)
    // Firefox may tell late of the picture before: then this one is still on its way.
    const hear = (type: 'load' | 'error', tell: (event: Event) => void) =>
      image.addEventListener(type, (event) => (image.complete ? tell(event) : hear(type, tell)), {
        once: true,
        capture: true,
        signal,
      })
    hear('load', () => resolve(true))
    hear('error', hearError)
  })
}
