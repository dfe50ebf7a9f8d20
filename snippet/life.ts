/** Runs something, and swallows what it throws, so that it does not reach the page. */
export const quietly = (run: () => void): void => {
  try {
    run()
  } catch {}
}

/** Adds a listener to the window, capturing, so that it runs before the page's, and passive, so that it delays nothing. */
export const listen = (types: string[], listener: (event: Event) => void, signal: AbortSignal): void => {
  const heard = (event: Event) => quietly(() => listener(event))
  for (const type of types) addEventListener(type, heard, { capture: true, passive: true, signal })
}
