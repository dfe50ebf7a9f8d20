declare global {
  interface Window {
    /** Listeners and observers that scripts of the page have begun and not ended, by name. */
    listening: Map<unknown, string>
    /** The names of all that were ever begun, in order. */
    begun: string[]
  }
}

/** Runs in a page before anything else: keeps account of listeners and observers; those that were ended, by a signal too, are taken off. */
export function noteListening() {
  window.listening = new Map()
  window.begun = []
  const { addEventListener, removeEventListener } = EventTarget.prototype
  const numbers = new Map<unknown, number>()
  const numberOf = (listener: unknown) => {
    if (!numbers.has(listener)) numbers.set(listener, numbers.size)
    return numbers.get(listener)
  }
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    // What hears a signal is gone with it.
    if (this instanceof AbortSignal) return addEventListener.call(this, type, listener, options)
    const name = `${type} ${numberOf(listener)}`
    window.listening.set(name, type)
    window.begun.push(type)
    const { once, signal } = typeof options === 'object' ? options : {}
    const end = () => window.listening.delete(name)
    if (once) addEventListener.call(this, type, end, { once })
    if (signal) addEventListener.call(signal, 'abort', end)
    if (signal?.aborted) end()
    addEventListener.call(this, type, listener, options)
  }
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    window.listening.delete(`${type} ${numberOf(listener)}`)
    removeEventListener.call(this, type, listener, options)
  }
  for (const { prototype, name } of [MutationObserver, IntersectionObserver, ResizeObserver]) {
    const { observe, disconnect } = prototype as { observe(...args: unknown[]): void; disconnect(): void }
    Object.assign(prototype, {
      observe(...args: unknown[]) {
        window.listening.set(this, name)
        window.begun.push(name)
        observe.apply(this, args)
      },
      disconnect() {
        window.listening.delete(this)
        disconnect.apply(this)
      },
    })
  }
}
