import { describe, expect } from 'vitest'
import { waitForFrames } from '../support/frames.ts'
import { tags } from '../support/tag.ts'
import { test } from '../support/visit.ts'

declare global {
  interface Window {
    /** Listeners and observers that scripts of the page have begun and not ended, by name. */
    listening: Map<unknown, string>
  }
}

/** Keeps account of listeners and observers: those that were ended, by a signal too, are taken off. */
function noteListening() {
  window.listening = new Map()
  const { addEventListener, removeEventListener } = EventTarget.prototype
  const keys = new Map<unknown, object>()
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    // What hears a signal is gone with it.
    if (this instanceof AbortSignal) return addEventListener.call(this, type, listener, options)
    const key = keys.get(listener) ?? {}
    keys.set(listener, key)
    const name = `${type} ${keyOf(key)}`
    window.listening.set(name, type)
    const { once, signal } = typeof options === 'object' ? options : {}
    const end = () => window.listening.delete(name)
    if (once) addEventListener.call(this, type, end, { once })
    if (signal) addEventListener.call(signal, 'abort', end)
    if (signal?.aborted) end()
    addEventListener.call(this, type, listener, options)
  }
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    window.listening.delete(`${type} ${keyOf(keys.get(listener) ?? {})}`)
    removeEventListener.call(this, type, listener, options)
  }
  const numbers = new Map<object, number>()
  const keyOf = (key: object) => {
    numbers.set(key, numbers.get(key) ?? numbers.size)
    return numbers.get(key)
  }
  for (const { prototype, name } of [MutationObserver, IntersectionObserver, ResizeObserver]) {
    const { observe, disconnect } = prototype as { observe(...args: unknown[]): void; disconnect(): void }
    Object.assign(prototype, {
      observe(...args: unknown[]) {
        window.listening.set(this, name)
        observe.apply(this, args)
      },
      disconnect() {
        window.listening.delete(this)
        disconnect.apply(this)
      },
    })
  }
}

const empty = { applied: [], missing: [], refused: [], contested: [] }

describe.each(tags)('with the %s tag', (tag) => {
  test.for([
    ['is not there', { status: 404 }],
    ['fails', { status: 500 }],
    ['is garbage', { says: '<html>' }],
  ] as const)('a record that %s leaves no listener and no observer', async ([, record], { visit }) => {
    const page = await visit({
      tag,
      before: noteListening,
      record,
      attributes: { 'data-hide': 'h1', 'data-timeout': '300' },
      body: '<h1>Welcome</h1>',
    })
    await page.until(() => window.motif?.ready)
    expect(await page.run(() => motif.ready)).toEqual(empty)
    await page.until(() => document.readyState === 'complete')
    await page.run(waitForFrames, 30)
    await page.click('h1')
    expect(await page.run(() => [...window.listening.values()])).toEqual([])
    expect(page.requests.filter(({ path }) => path.includes('track'))).toEqual([])
    expect(page.batches).toEqual([])
    expect(await page.complaints()).toEqual([])
  })

  test('a record that is not there while the page still comes leaves no observer, either', async ({
    visit,
    engine,
  }) => {
    // WebKit runs no asynchronous script before it has more of the page.
    if (engine === 'webkit' && tag === 'snippet') return
    const rest = Promise.withResolvers<void>()
    const page = await visit({
      tag,
      waitUntil: 'none',
      before: noteListening,
      record: { status: 404 },
      body: '<h1>Welcome</h1>',
      rest: { after: rest.promise, body: '<p>More</p></body></html>' },
    })
    const observers = () =>
      [...window.listening.values()].filter((name) => name === 'MutationObserver').length
    await expect.poll(() => page.requests.some(({ path }) => path.startsWith('/p/'))).toBe(true)
    await expect.poll(() => page.run(observers)).toBe(0)
    expect(await page.run(() => document.readyState)).toBe('loading')
    rest.resolve()
    await page.until(() => document.readyState === 'complete')
  })

  test('stop() leaves no listener and no observer', async ({ visit }) => {
    const page = await visit({
      tag,
      before: noteListening,
      body: '<h1>Welcome</h1>',
      content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
      analytics: [
        { id: 'seen', selector: 'h1', type: 'view' },
        { id: 'read', selector: 'h1', type: 'duration' },
        { id: 'clicked', selector: 'h1', type: 'click' },
      ],
    })
    await expect.poll(() => page.batches.length).toBeGreaterThan(0)
    await page.run(() => motif.stop())
    await page.run(waitForFrames, 30)
    expect(await page.run(() => [...window.listening.values()])).toEqual([])
  })
})
