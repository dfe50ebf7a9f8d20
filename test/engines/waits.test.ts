import { expect } from 'vitest'
import { bundleClient, renderOnServer } from '../support/frameworks.ts'
import { outside, pictures, untilApplied } from '../support/hydration.ts'
import { type Scenario, test } from '../support/visit.ts'

declare global {
  interface Window {
    /** How many frames scripts of the page have asked for. */
    framesAsked: number
    /** Waits for frames that are not counted. */
    pass(frames: number): Promise<void>
  }
}

function countFrames() {
  const { requestAnimationFrame } = window
  window.framesAsked = 0
  window.pass = async (frames) => {
    for (let frame = 0; frame < frames; frame++)
      await new Promise((resolve) => requestAnimationFrame.call(window, resolve))
  }
  window.requestAnimationFrame = (callback) => {
    window.framesAsked++
    return requestAnimationFrame.call(window, callback)
  }
}

const content = [
  { selector: 'h2', type: 'text' as const, payload: 'Hello Ada' },
  { selector: '#outside', type: 'text' as const, payload: 'Outside, Ada' },
]
const never = new Promise<void>(() => {})

/** Pages with a target that a framework has to hydrate first, which does not happen. */
const pages: Record<string, () => Promise<Partial<Scenario>>> = {
  'data-hydrate, and nothing comes': async () => ({ body: '<div data-hydrate><a><h2>Late</h2></a></div>' }),
  'three thousand targets in data-hydrate': async () => ({
    body: `<div data-hydrate>${'<h2>Late</h2>'.repeat(3000)}</div>`,
  }),
  'Preact’s #app, and its script on its way': async () => ({
    body: `<div id="app">${await renderOnServer('preact')}</div><script src="/app.js" defer data-root="#app"></script>`,
    content: [...content, { selector: 'h1', type: 'text', payload: 'Hello Ada' }],
    assets: { ...pictures, '/app.js': { body: await bundleClient('preact'), after: never } },
  }),
}

test.for(Object.keys(pages))('while a target waits, no frame is asked for: %s', async (name, { visit }) => {
  const scenario = await pages[name]?.()
  const page = await visit({
    tag: 'inline',
    waitUntil: 'none',
    before: countFrames,
    content,
    ...scenario,
    body: `${outside}${scenario?.body}`,
  })
  await untilApplied(page)
  const before = await page.run(() => window.framesAsked)
  await page.run(() => window.pass(75))
  expect((await page.run(() => window.framesAsked)) - before).toBeLessThanOrEqual(5)
  expect(await page.complaints()).toEqual([])
})
