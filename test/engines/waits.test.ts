import { expect } from 'vitest'
import { bundleClient, renderOnServer } from '../support/frameworks.ts'
import { pictures } from '../support/hydration.ts'
import { type Scenario, test, type Visit } from '../support/visit.ts'

declare global {
  interface Window {
    /** How many frames and timers were asked for so far. */
    asked: { frames: number; timers: number }
    /** The page's own frames, which are not counted. */
    pass(frames: number): Promise<void>
  }
}

/** Runs in the page before anything else: counts what is asked for. */
function countAsked() {
  window.asked = { frames: 0, timers: 0 }
  const { requestAnimationFrame, setTimeout, setInterval } = window
  window.pass = async (frames) => {
    for (let frame = 0; frame < frames; frame++)
      await new Promise((resolve) => requestAnimationFrame.call(window, resolve))
  }
  const counted = (count: 'frames' | 'timers', ask: unknown) =>
    function (this: unknown, ...args: unknown[]) {
      window.asked[count]++
      return Reflect.apply(ask as never, window, args)
    }
  Object.assign(window, {
    requestAnimationFrame: counted('frames', requestAnimationFrame),
    setTimeout: counted('timers', setTimeout),
    setInterval: counted('timers', setInterval),
  })
}

const content = [
  { selector: 'h2', type: 'text' as const, payload: 'Hello Ada' },
  { selector: '#outside', type: 'text' as const, payload: 'Outside, Ada' },
]
const never = new Promise<void>(() => {})

/** Pages with a target that a framework has to hydrate first, which does not happen. */
const pages: Record<string, () => Promise<Partial<Scenario>>> = {
  'data-hydrate, and nothing comes': async () => ({ body: '<div data-hydrate><h2>Late</h2></div>' }),
  'three thousand targets in data-hydrate': async () => ({
    body: `<div data-hydrate>${'<h2>Late</h2>'.repeat(3000)}</div><script async src="/app.js"></script>`,
    assets: { '/app.js': { body: '', after: never } },
  }),
  '#root with React’s comments, and a script on its way': async () => ({
    body: '<div id="root"><!--$--><h2>Late</h2><!--/$--></div><script async src="/app.js"></script>',
    assets: { ...pictures, '/app.js': { body: '', after: never } },
  }),
  'a Suspense boundary of React whose lazy child is on its way': async () => ({
    body: `<div id="root">${await renderOnServer('react-suspense')}</div><script src="/app.js" defer data-root="#root" data-waits="app"></script>`,
    content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }, ...content],
    assets: { ...pictures, '/app.js': { body: await bundleClient('react-suspense') } },
  }),
  'Preact’s #app, and its script on its way': async () => ({
    body: `<div id="app">${await renderOnServer('preact')}</div><script src="/app.js" defer data-root="#app"></script>`,
    content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }, ...content],
    assets: { ...pictures, '/app.js': { body: await bundleClient('preact'), after: never } },
  }),
}

test.for(Object.keys(pages))(
  'while a target waits, next to nothing is asked for: %s',
  async (name, { visit }) => {
    const scenario = await pages[name]?.()
    const waiting: Scenario = {
      tag: 'inline',
      attributes: { 'data-hide': 'h2' },
      waitUntil: 'none',
      before: countAsked,
      content,
      ...scenario,
      body: `<p id="outside">Own</p>${scenario?.body}`,
    }
    const page = await visit(waiting)
    await page.until(() => document.querySelector('#outside')?.textContent === 'Outside, Ada')
    const [first, second] = [await askedIn(page, 75), await askedIn(page, 75)]
    for (const asked of [first, second]) {
      // The loader asks for one in each frame while something is hidden.
      expect(asked.frames).toBeLessThanOrEqual(75 + 5)
      expect(asked.timers).toBeLessThanOrEqual(75)
    }
    // Nothing is hidden any more: what only waits asks for no frame.
    await page.run(() => window.pass(30))
    const third = await askedIn(page, 75)
    expect(third.frames).toBeLessThanOrEqual(5)
    // A busy machine makes the first frames long, in which fewer timers fit.
    expect(third.timers).toBeLessThanOrEqual(Math.max(first.timers, 20))
    // Five seconds later nothing is waited for if nothing is on its way.
    if (scenario?.assets) expect(await page.run(() => document.body.textContent)).not.toContain('Hello Ada')
    expect(await page.complaints()).toEqual([])
    // The same page without a pattern: what it asks for itself.
    const without = await visit({ ...waiting, query: () => '' })
    await without.until(() => document.querySelector('#outside') !== null)
    const own = await askedIn(without, 75)
    expect(third.frames - own.frames).toBeLessThanOrEqual(5)
    expect(third.timers - own.timers).toBeLessThanOrEqual(20)
  },
)

/** What is asked for in so many frames. A busy machine makes them long: of the timers those of a sixtieth second each count. */
function askedIn(page: Visit, frames: number) {
  return page.run(async (passing) => {
    const before = { ...window.asked }
    const began = performance.now()
    await window.pass(passing)
    const slowness = Math.max(1, ((performance.now() - began) * 60) / 1000 / passing)
    const { frames, timers } = window.asked
    return { frames: frames - before.frames, timers: (timers - before.timers) / slowness }
  }, frames)
}

test('what waits is applied soon after the page or the framework has done something', async ({ visit }) => {
  const script = Promise.withResolvers<void>()
  const page = await visit({
    tag: 'inline',
    waitUntil: 'none',
    before: countAsked,
    content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }, ...content],
    body: `<p id="outside">Own</p><div id="app">${await renderOnServer('preact')}</div><script src="/app.js" defer data-root="#app"></script>`,
    assets: { ...pictures, '/app.js': { body: await bundleClient('preact'), after: script.promise } },
  })
  await page.until(() => document.querySelector('#outside')?.textContent === 'Outside, Ada')
  await page.run(() => window.pass(60))
  script.resolve()
  await page.until(() => document.querySelector('h1')?.textContent === 'Hello Ada')
  expect(await page.complaints()).toEqual([])
})

test('a page that clears all timers and frames still gets what comes later', async ({ visit }) => {
  const page = await visit({ body: '<p id="outside">Own</p><main></main>', content })
  await page.until(() => document.querySelector('#outside')?.textContent === 'Outside, Ada')
  await page.run(async () => {
    const main = document.querySelector('main') as Element
    for (let round = 0; round < 3; round++) {
      main.innerHTML = '<h2>One</h2>'
      await undefined
      main.innerHTML = '<h2>Two</h2>'
      await undefined
      for (let id = 0; id < 100_000; id++) {
        clearTimeout(id)
        cancelAnimationFrame(id)
      }
    }
  })
  await page.run(async () => {
    for (let frame = 0; frame < 120; frame++) await new Promise(requestAnimationFrame)
    document.querySelector('main')?.append(document.createElement('hr'))
  })
  await page.until(() => document.querySelector('h2')?.textContent === 'Hello Ada')
})
