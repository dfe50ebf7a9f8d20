import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { hiddenOf, waitForFrames } from '../support/frames.ts'
import { watchPaints } from '../support/paints.ts'
import { type Scenario, test } from '../support/visit.ts'

declare global {
  interface Window {
    sheets: CSSStyleSheet[]
  }
}

/** A page whose record never comes, so that what is hidden can be looked at. */
const waiting: Scenario = { tag: 'inline', body: '', record: { hangs: true } }
const attributes = (hide: string) => ({ 'data-hide': hide, 'data-timeout': '60000' })

test('selectors with brackets in brackets and commas in texts hide all that they name', async ({ visit }) => {
  const page = await visit({
    ...waiting,
    attributes: attributes(`#a :is(h1,p:not(.x)),#b,[title="a,b(c"],[data-x='),('],#c:not(:is(.y,.z))`),
    body: `<div id="a"><h1>A</h1><p class="n">A</p><p class="x">A</p></div><div id="b">B</div>
      <i title="a,b(c">B</i><u data-x="),(">B</u><b id="c">C</b><s>D</s>`,
  })
  const hidden = ['#a h1', '#a .n', '#b', 'i', 'u', '#c']
  await page.until(
    (wanted) => (wanted as string[]).every((selector) => document.querySelector(selector)),
    hidden,
  )
  expect(await page.run(hiddenOf, [...hidden, '#a .x', 's'])).toEqual(hidden)
})

test('what is inside and says itself that it is visible is hidden too', async ({ visit }) => {
  const page = await visit({
    ...waiting,
    attributes: attributes('h1'),
    head: '<style>.seen { visibility: visible } h1 em { visibility: visible }</style>',
    body: '<h1>A <span class="seen">B</span> <em>C <b class="seen">D</b></em> <i style="visibility: visible">E</i></h1>',
  })
  const all = ['h1', 'span', 'em', 'b', 'i']
  expect(await page.run(hiddenOf, all)).toEqual(all)
})

test('an invalid selector to hide hides nothing and harms no other', async ({ visit }) => {
  const page = await visit({
    ...waiting,
    attributes: attributes('h1,:nonsense,#3d,h2:nope(x, y),p!,b'),
    body: '<h1>A</h1><h2>B</h2><p>C</p><b>D</b>',
  })
  expect(await page.run(hiddenOf, ['h1', 'h2', 'p', 'b'])).toEqual(['h1', 'b'])
  expect(await page.complaints()).toEqual([])
})

test('of a hidden container that which waits for a framework stays hidden, and no more', async ({
  visit,
}) => {
  const page = await visit({
    tag: 'inline',
    attributes: attributes('main,b'),
    body: '<main data-hydrate><h1>Own</h1><h2>Own <b>bold</b> <i>words</i></h2><p>Rest</p></main>',
    content: [
      { selector: 'h1', type: 'text', payload: 'Hello Ada' },
      { selector: 'h2', type: 'text', payload: 'Hello again' },
    ],
  })
  const all = ['main', 'h1', 'h2', 'b', 'i', 'p']
  await expect.poll(() => page.run(hiddenOf, all)).toEqual(['h1', 'h2', 'b', 'i'])
})

/** Keeps one style sheet of its own, and says now and then that this is all there is. */
function assignSheets() {
  window.sheets = [new CSSStyleSheet()]
  const assign = () => {
    document.adoptedStyleSheets = window.sheets
  }
  // In frames: between two of them nothing is painted, but the observer of paints would look.
  let frames = 0
  const onFrame = () => {
    if (++frames % 3 === 0) assign()
    if (frames < 12) requestAnimationFrame(onFrame)
  }
  requestAnimationFrame(onFrame)
}

test.for(['inline', 'loader'] as const)(
  'a page that assigns its style sheets meanwhile does not reveal, with the %s tag',
  async (tag, { visit }) => {
    const page = await visit({
      tag,
      before: `${watchPaints('h1')};(${assignSheets})()`,
      attributes: attributes('h1'),
      record: { delayMs: 600 },
      body: '<h1>Welcome</h1><p>Rest</p>',
      content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
    })
    await page.until(() => window.paints.at(-1) === 'Hello Ada')
    expect(await page.run(() => window.paints)).toEqual(['', 'Hello Ada'])
    await page.run(() => motif.stop())
    expect(
      await page.run(() => {
        const [sheet, ...others] = document.adoptedStyleSheets
        return sheet === window.sheets[0] && others.length === 0
      }),
    ).toBe(true)
    expect(await page.complaints()).toEqual([])
  },
)

test('a tag that comes after the page has been painted hides nothing that a visitor sees', async ({
  visit,
}) => {
  const page = await visit({
    tag: 'none',
    before: watchPaints('h1'),
    record: { delayMs: 500 },
    body: '<h1>Welcome</h1>',
    content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
  })
  await page.until(() => window.paints.at(-1) === 'Welcome')
  await page.run(
    (host, code) => {
      const script = document.createElement('script')
      Object.assign(script.dataset, { host, hide: 'h1', timeout: '8000' })
      script.textContent = code
      document.head.append(script)
    },
    page.site.motif,
    readFileSync('dist/loader.js', 'utf8'),
  )
  await page.until(() => window.paints.at(-1) === 'Hello Ada')
  expect((await page.run(() => window.paints)).filter((text, at) => text || at)).toEqual([
    'Welcome',
    'Hello Ada',
  ])
  expect(await page.complaints()).toEqual([])
})

test('what comes into a hidden page later is hidden until its text is there', async ({ visit }) => {
  const page = await visit({
    tag: 'inline',
    before: watchPaints('#late'),
    attributes: attributes('h1,#late'),
    record: { delayMs: 500 },
    body: '<h1>Welcome</h1><main></main>',
    content: [
      { selector: 'h1', type: 'text', payload: 'Hello Ada' },
      { selector: '#late', type: 'text', payload: 'For Ada' },
    ],
  })
  await page.run(() => {
    setTimeout(() => document.querySelector('main')?.insertAdjacentHTML('beforeend', '<p id="late">Late</p>'))
  })
  await page.until(() => window.paints.at(-1) === 'For Ada')
  expect(await page.run(() => window.paints)).toEqual(['', 'For Ada'])
})

test('the time-out reveals all, once and for good', async ({ visit }) => {
  const page = await visit({
    ...waiting,
    attributes: { 'data-hide': 'h1,h2', 'data-timeout': '300' },
    body: '<h1>A <b style="visibility: visible">B</b></h1><h2>C</h2>',
  })
  await page.until(() => document.querySelector('h2')?.checkVisibility({ visibilityProperty: true }))
  await page.run(() => {
    document.adoptedStyleSheets = []
  })
  await page.run(waitForFrames, 10)
  expect(await page.run(hiddenOf, ['h1', 'b', 'h2'])).toEqual([])
})
