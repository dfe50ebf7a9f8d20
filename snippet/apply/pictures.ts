/**
 * Resolves to true when a picture can be painted, and to false if it does not load and the page has not replaced it. Never
 * settles after the signal.
 *
 * @param isOld whether it may have loaded, or failed, before. Default: false
 */
export const isLoaded = (image: HTMLImageElement, signal: AbortSignal, isOld = false): Promise<boolean> => {
  const { src } = image
  return new Promise((resolve) => {
    const fail = () => resolve(image.src !== src)
    if (isOld && image.complete) image.decode().then(() => resolve(true), fail)
    const options = { once: true, signal }
    image.addEventListener('load', () => resolve(true), options)
    image.addEventListener('error', fail, options)
  })
}
