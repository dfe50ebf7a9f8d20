import { OwnPromise } from '../own.ts'

/**
 * Resolves to true when a picture can be painted, and to false if it does not load and the page has not replaced it. Stays open once the
 * signal has come, unless it is old.
 *
 * @param isOld whether it may have loaded, or failed, before. Default: false
 */
export const isLoaded = (image: HTMLImageElement, signal: AbortSignal, isOld = false): Promise<boolean> => {
  const { src } = image
  return new OwnPromise((resolve) => {
    const fail = () => resolve(image.src !== src)
    if (isOld && image.complete) image.decode().then(() => resolve(true), fail)
    // Firefox may tell late of the picture before: then this one is still on its way.
    const hear = (type: 'load' | 'error', tell: () => void) =>
      image.addEventListener(type, () => (image.complete ? tell() : hear(type, tell)), { once: true, signal })
    hear('load', () => resolve(true))
    hear('error', fail)
  })
}
