/** The browser's `Promise`: Prototype.js, zone.js and old polyfills put another in its place. */
export const OwnPromise = (async () => {})().constructor as PromiseConstructor

/** Runs something, and swallows what it throws, so that it does not reach the page. */
export function quietly(run: () => void): void {
  try {
    run()
  } catch {}
}

/** Adds a listener to the window: capturing, so that it runs before the page's, and passive, so that it delays nothing. */
export function listen(types: string[], listener: (event: Event) => void, signal: AbortSignal): void {
  const heard = (event: Event) => quietly(() => listener(event))
  for (const type of types) addEventListener(type, heard, { capture: true, passive: true, signal })
}

/** All elements of the document that a selector matches; none for an invalid one. Prototype.js may have its own `querySelectorAll`. */
export function query(css: string): ArrayLike<HTMLElement> & Iterable<HTMLElement> {
  try {
    return Document.prototype.querySelectorAll.call(document, css) as never
  } catch {
    return []
  }
}

/**
 * A value as JSON, whatever `toJSON` the page has given lists, texts or numbers (Prototype.js up to 1.6 does): the replacer
 * gets the holder as `this`, with the value as it was before `toJSON`.
 */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, key) {
    return this[key]
  })
}
