import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTrickyJudge } from '../edge/tricky/in-chromium.ts'
import { judgeTrickyPage } from '../edge/tricky/judge.ts'
import { plainTrickyPages, randomTrickyPage, type TrickyPage } from '../edge/tricky/pages.ts'
import { randomSoup } from '../edge/tricky/soup.ts'
import { launchChromium } from '../support/browsers/chromium.ts'

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9))
const sizes = [1, 3, 17]
const launch = '<!doctype html><html><head><title>T</title>'
const legal = '<p>Intro</p><p>Price: 10</p><p>Legal notice</p>'

let browser: Browser
let judge: Awaited<ReturnType<typeof openTrickyJudge>>['judge']

beforeAll(async () => {
  browser = await launchChromium()
  judge = (await openTrickyJudge(browser)).judge
})
afterAll(() => browser.close())

test.each([
  [
    'a noscript behind the head',
    `${launch}</head><noscript>n</noscript><body>${legal}`,
    'body > p:nth-child(3)',
    0,
  ],
  [
    'a noscript behind the head, without a body’s tag',
    `${launch}</head><noscript>n</noscript>${legal}`,
    'body > p:nth-child(3)',
    2,
  ],
  [
    'a blank that is a reference',
    `${launch.replace('<head>', '<head>&#32;')}</head><div>A</div><div>B</div>`,
    'body > div:nth-child(2)',
    2,
  ],
  [
    'a blank that is a hexadecimal reference',
    `${launch.replace('<head>', '<head>&#x20;')}</head><div>A</div><div>B</div>`,
    'body > div:nth-child(2)',
    2,
  ],
  ['a doctype in a text', '<!doctype html><p>A<!doctype html></p>', 'body > p', 0],
  [
    'a reference of another character',
    `${launch}</head>&nbsp;<div>A</div><div>B</div>`,
    'body > div:nth-child(2)',
    2,
  ],
  [
    'a shadow root',
    `${launch}</head><nav><template shadowrootmode="open"><slot></slot></template><a href="/">Home</a><a href="/plans">Plans</a></nav>`,
    'nav > a:nth-child(2)',
    3,
  ],
  [
    'the shadow root of a custom element',
    `${launch}</head><site-nav><template shadowrootmode="open"><slot></slot></template><a href="/">Home</a><a href="/plans">Plans</a></site-nav>`,
    'site-nav > a',
    6,
  ],
  [
    'a second shadow root, and one of an unknown kind',
    `${launch}</head><nav><template shadowrootmode=open></template><template shadowrootmode=open></template><template shadowrootmode=x></template><a href="/">Home</a></nav>`,
    'nav > a:nth-child(3)',
    3,
  ],
  [
    'attributes of an SVG, which are compared with case',
    `${launch}</head><svg lang=de></svg><p>A</p><hr lang=de><p>B</p>`,
    '[lang="DE"] + p',
    2,
  ],
  ['formatting that ends too late', '<!doctype html><div><a href=/x>A</div><p>B</p>', 'div > a', 0],
])('%s: the elements are those of Chromium', async (_, html, selector, changed) => {
  const verdict = await judgeTrickyPage(judge, html, [selector], sizes)
  expect(verdict.faults).toEqual([])
  // Text and HTML each change an element, and a link its address too.
  expect(verdict.changed).toBe(changed)
})

/** `npm run test:long -- edge-elements` takes all of them, and more random ones. */
test('whatever a page looks like, what the edge changes is what Chromium finds, or it is left', async () => {
  const every = (count: number) => (_: TrickyPage, place: number) => (place + seed) % count === 0
  const random = Array.from({ length: 3 }, (_, place) => randomTrickyPage(seed + place))
  const soup = Array.from({ length: 30 }, (_, place) => randomSoup(seed + place))
  let changed = 0
  for (const { html, selectors } of [...plainTrickyPages().filter(every(100)), ...random, ...soup]) {
    const verdict = await judgeTrickyPage(judge, html, selectors, sizes)
    expect(verdict.faults, `SEED=${seed}: ${html}`).toEqual([])
    changed += verdict.changed
  }
  expect(changed).toBeGreaterThan(10)
})
