/**
 * Resolves when a picture can be painted, or answers false where it does not load, unless the page has put another in
 * its place. Never settles after the signal.
 */
export const isLoaded = (image: HTMLImageElement, signal: AbortSignal): Promise<boolean> => {
  const { src } = image
  return new Promise((resolve) => {
    const options = { once: true, signal }
    image.addEventListener('load', () => resolve(true), options)
    image.addEventListener('error', () => resolve(image.src !== src), options)
  })
}
