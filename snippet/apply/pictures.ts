/** Resolves when a picture can be painted, or answers false where it does not load. Never settles after the signal. */
export const whenLoaded = (image: HTMLImageElement, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const hear = (type: string, isLoaded: boolean) =>
      image.addEventListener(type, () => resolve(isLoaded), { once: true, signal })
    hear('load', true)
    hear('error', false)
  })
