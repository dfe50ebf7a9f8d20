import { describe, expect, inject } from 'vitest'
import type { ContentItem } from '../../wire/record.ts'
import { type Build, bundleClient, renderInParts, renderOnServer } from '../support/frameworks.ts'
import {
  expectPersonalisedAndAlive,
  homeContent,
  outside,
  pictures,
  untilApplied,
} from '../support/hydration.ts'
import { afterEachPaint } from '../support/paints.ts'
import { type Scenario, test, type Visit } from '../support/visit.ts'

declare global {
  interface Window {
    /** The shadow roots of the page, closed ones too. */
    roots: Map<Element, ShadowRoot>
    /** What the headline showed after each frame, repeats left out; '' while it is hidden or absent. */
    film: string[]
    read(selector: string): string
  }
}

// A text that a framework will still hydrate is shown at once in front of the page's own words, which stay in the page.

/** Keeps each shadow root, and notes what a visitor reads in the headline after each frame. */
function keepRoots() {
  const { attachShadow } = Element.prototype
  window.roots = new Map()
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, options)
    window.roots.set(this, root)
    return root
  }
  window.film = []
  window.read = (selector) => {
    const element = document.querySelector(selector)
    const first = element && window.roots.get(element)?.firstChild
    const own = document.createRange()
    if (element) own.selectNodeContents(element)
    // What the parser has made a closed shadow root is not to be read.
    if (element && !first && !own.getClientRects()[0]) return 'in front'
    return (first?.nodeType === 3 ? first.nodeValue : element?.textContent) ?? ''
  }
}

function film() {
  const isSeen = document
    .querySelector('h1')
    ?.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const seen = isSeen ? window.read('h1') : ''
  if (seen !== window.film.at(-1)) window.film.push(seen)
}

const before = `(${keepRoots})();${afterEachPaint(`${film}`)}`
const tag = { tag: 'inline', waitUntil: 'none', attributes: { 'data-timeout': '600000' } } as const

/** What the visitor reads, what scripts of the page read, and what is in front of it. */
const headline = (page: Visit) =>
  page.run(() => {
    const h1 = document.querySelector('h1') as Element
    const root = window.roots.get(h1)
    return { seen: window.read('h1'), own: h1.textContent, mode: root?.mode }
  })

/** Nothing is left in front of the page's words. */
const frontsLeft = (page: Visit) =>
  page.run(() =>
    [...window.roots.values()].map(({ childNodes }) =>
      [...childNodes].map(({ nodeName }) => nodeName).join(),
    ),
  )

const [isDevelopment, isReact18] = [true, true]
const strict = 'window.isStrict = true;'
const solid = 'window._$HY = { events: [], completed: new WeakSet(), r: {}, fe() {} };'
const warns = 'console.warn = (...said) => complaints.push(said.join(" "));'
const builds: [name: string, framework: string, container: string, how?: Build, before?: string][] = [
  ['React', 'react', 'id=root'],
  ['Vue', 'vue', 'id=app'],
  ['Preact', 'preact', 'data-hydrate'],
  ['Svelte', 'svelte', 'id=svelte'],
  ['Solid', 'solid', 'id=page', {}, solid],
  ['React, strict, development', 'react', 'id=root', { isDevelopment }, strict],
  ['React 18', 'react', 'id=root', { isReact18 }],
  ['React 18, strict, development', 'react', 'id=root', { isReact18, isDevelopment }, strict],
  ['Vue, development', 'vue', 'id=app', { isDevelopment }, warns],
]
/** Development builds warn of an address that is personal already, and of the edge's marks; Vue also says that it has warned. */
const warning =
  /Extra attributes from the server: %s%s data-motif|Prop `%s` did not match.* (src|href) |but some attributes|attribute mismatch|Hydration completed/
/** The framework has come: the words are in its place, and the visitor has seen no others, nor does an error say so. */
async function expectTakenOver(page: Visit) {
  await page.until(() => window.isHydrated)
  await page.until(() => document.querySelector('h1')?.textContent === 'Hello Ada')
  await page.until(() => window.film.includes('Hello Ada'))
  expect(await page.run(() => window.film.filter((seen) => seen && seen !== 'in front'))).toEqual([
    'Hello Ada',
  ])
  expect(new Set(await frontsLeft(page))).toEqual(new Set(['SLOT']))
  await expectPersonalisedAndAlive(page)
  expect((await page.complaints()).filter((said) => !warning.test(said))).toEqual([])
}

/** Which framework it is decides no engine: Firefox and WebKit have the first of them. */
const inSuite = inject('engine') === 'chromium' ? 4 : 1

describe.each(process.env.SUITE ? builds.slice(0, inSuite) : builds)(
  '%s',
  (_, framework, container, how = {}, first = '') => {
    async function open(
      visit: (scenario: Scenario) => Promise<Visit>,
      { after, ...more }: { after?: Promise<void> } & Partial<Scenario> = {},
    ) {
      const html = await renderOnServer(framework, how)
      return visit({
        ...tag,
        ...more,
        before: first + before,
        body: `${outside}<div ${container}>${html}</div><script src="/app.js" async data-root="[${container}]"></script>`,
        content: homeContent,
        assets: {
          ...pictures,
          '/app.js': { body: await bundleClient(framework, how), ...(after && { after }) },
        },
      })
    }

    test('that comes late shows the personal words at once, has them in its place when it has come, and its own after stop()', async ({
      visit,
    }) => {
      const script = Promise.withResolvers<void>()
      const page = await open(visit, { after: script.promise })
      await untilApplied(page)
      expect(await headline(page)).toEqual({ seen: 'Hello Ada', own: 'Welcome 0', mode: 'closed' })
      script.resolve()
      await expectTakenOver(page)
    })

    test('that comes late, through the edge, shows the personal words before any script has come', async ({
      visit,
    }) => {
      const [script, files] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const page = await open(visit, { after: script.promise, edge: {}, files: { after: files.promise } })
      await page.until(() => window.read?.('h1') === 'in front')
      files.resolve()
      await page.until(() => window.read('h1') === 'Hello Ada')
      expect(await headline(page)).toEqual({ seen: 'Hello Ada', own: 'Welcome 0', mode: 'closed' })
      script.resolve()
      await expectTakenOver(page)
    })
  },
)

test('a page that React hydrates whole shows the personal words from the edge on', async ({ visit }) => {
  const script = Promise.withResolvers<void>()
  const page = await visit({
    ...tag,
    edge: {},
    before: `self.__next_f = [];${before}`,
    head: '<link rel="preload" as="script" href="/_next/app.js">',
    body: `${await renderOnServer('react-document')}<script src="/_next/app.js" async></script>`,
    content: homeContent,
    assets: {
      ...pictures,
      '/_next/app.js': { body: await bundleClient('react-document'), after: script.promise },
    },
  })
  await page.until(() => window.film.includes('Hello Ada'))
  expect(await headline(page)).toEqual({ seen: 'Hello Ada', own: 'Welcome 0', mode: 'closed' })
  script.resolve()
  await expectTakenOver(page)
})

test('the words in front are painted where the page’s own would be', async ({ visit, engine }) => {
  // WebKit gives no screenshot while something is on its way.
  if (engine === 'webkit') return
  const page = await visit({
    ...tag,
    before,
    head: '<style>body { margin: 0 } h1 { margin: 0; font: 40px/1 monospace; color: #080; overflow: hidden }</style>',
    body: '<div data-hydrate><h1>.</h1></div>',
    content: [{ selector: 'h1', type: 'text', payload: '█'.repeat(8) }],
  })
  await page.until(() => window.read('h1') !== '.')
  const shot = Buffer.from(await page.screenshot()).toString('base64')
  const isGreen = await page.run(async (data) => {
    const image = Object.assign(new Image(), { src: `data:image/png;base64,${data}` })
    await image.decode()
    const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
    context.drawImage(image, -100, -20)
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
    return green > 100 && red < 60 && blue < 60
  }, shot)
  expect(isGreen).toBe(true)
})

test('a late part that React has streamed shows the personal words before it is taken over', async ({
  visit,
}) => {
  const { shell, rest } = await renderInParts('react-stream')
  const script = Promise.withResolvers<void>()
  const page = await visit({
    ...tag,
    before,
    body: `${outside}<div id="root">${shell}<script src="/app.js" async data-root="#root"></script>${rest}</div>`,
    content: homeContent,
    assets: { ...pictures, '/app.js': { body: await bundleClient('react-stream'), after: script.promise } },
  })
  await untilApplied(page)
  expect(await headline(page)).toMatchObject({ seen: 'Hello Ada', own: 'Welcome 0' })
  script.resolve()
  await page.until(() => window.isHydrated)
  await expectPersonalisedAndAlive(page)
  expect(await page.complaints()).toEqual([])
})

/** A page that a framework has still to take over, which never comes. */
const waiting = (html: string, content: ContentItem[], more: Partial<Scenario> = {}): Scenario => ({
  ...tag,
  before,
  body: `${outside}<div data-hydrate>${html}</div>`,
  content: [...content, { selector: '#outside', type: 'text', payload: 'Outside, Ada' }],
  ...more,
})

describe('while a framework is awaited', () => {
  test('addresses are written at once', async ({ visit }) => {
    const html = '<a href="/own">Go</a><img src="/old.svg" alt="">'
    const content: ContentItem[] = [
      { selector: 'div a', type: 'href', payload: '/ada' },
      { selector: 'div img', type: 'src', payload: '/new.svg' },
    ]
    const page = await visit(waiting(html, content, { assets: pictures }))
    await untilApplied(page)
    expect(await page.run(() => document.querySelector('[data-hydrate]')?.innerHTML)).toBe(
      '<a href="/ada">Go</a><img src="/new.svg" alt="">',
    )
  })

  test.for([
    ['a link', '<a href="/x">Own</a>', 'div a'],
    ['words with a link inside', '<p>Own <a href="/x">words</a></p>', 'div p'],
    ['an element of the page’s own making', '<p is="x-words">Own</p>', 'div p'],
  ] as const)(
    'the words of %s wait, hidden, until the time is over',
    async ([, html, selector], { visit }) => {
      const content = [{ selector, type: 'text', payload: 'Hello Ada' } as const]
      const page = await visit(waiting(html, content))
      await untilApplied(page)
      const opacity = () =>
        page.run((one) => getComputedStyle(document.querySelector(one) as Element).opacity, selector)
      expect(await opacity()).toBe('0')
      expect(await page.run(() => window.roots.size)).toBe(0)
      // As the tag does when the time is over.
      await page.run(() => {
        for (const sheet of document.adoptedStyleSheets) sheet.disabled = true
      })
      expect(await opacity()).toBe('1')
      expect(await page.run(() => document.querySelector('[data-hydrate]')?.innerHTML)).toBe(html)
    },
  )

  test('another item, and another person, take the place of the words in front', async ({ visit }) => {
    const page = await visit(
      waiting('<h1>Own</h1>', [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }], {
        others: { grace: [{ selector: 'h1', type: 'text', payload: 'Hello Grace' }] },
      }),
    )
    await page.until(() => window.read('h1') === 'Hello Ada')
    await page.run(() => motif.stop())
    expect(await headline(page)).toMatchObject({ seen: 'Own', own: 'Own' })
    await page.run(() => motif.start({ pattern: 'grace' }))
    await page.until(() => window.read('h1') === 'Hello Grace')
    await page.run(() => motif.stop())
    expect(await headline(page)).toMatchObject({ seen: 'Own', own: 'Own' })
    expect(await page.complaints()).toEqual([])
  })

  test('the words in front are gone on another route', async ({ visit }) => {
    const page = await visit(
      waiting('<h1>Own</h1>', [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }]),
    )
    await page.until(() => window.read('h1') === 'Hello Ada')
    await page.run(() => history.pushState(null, '', '/pricing'))
    await page.run(() => document.body.append(document.createElement('hr')))
    await page.until(() => window.read('h1') === 'Own')
  })
})
