import { describe, expect } from 'vitest'
import { nonce, type TagKind } from '../support/tag.ts'
import { type Scenario, test, type Visit } from '../support/visit.ts'

const hello: Scenario = {
  body: '<h1>Welcome</h1>',
  content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
  analytics: [{ id: 'seen', selector: 'h1', type: 'view' }],
}

/** What pages have made of the browser's names, and whether Motif has to do without. Else the page may stay as it is. */
const globals: Record<string, { script: string; isBearable: boolean }> = {
  'an address named URL': { script: `var URL = '/base/'`, isBearable: true },
  'its own Promise': { script: 'var Promise = {}', isBearable: true },
  'its own class Promise': { script: 'class Promise {}', isBearable: true },
  'its own Reflect': { script: 'var Reflect = {}', isBearable: true },
  'its own Document': { script: 'function Document() {}', isBearable: true },
  'its own class Document': { script: 'class Document {}', isBearable: true },
  'its own Node': { script: 'function Node() {}', isBearable: true },
  'its own class Node': { script: 'class Node {}', isBearable: true },
  'its own class Text': { script: 'class Text {}', isBearable: true },
  'its own Symbol': { script: 'var Symbol = {}', isBearable: true },
  'its own Map': { script: 'var Map = { zoom: 3 }', isBearable: false },
  'its own class Map': { script: 'class Map {}', isBearable: false },
  'its own Set': { script: 'function Set() {}', isBearable: false },
  'its own AbortController': { script: 'var AbortController = 1', isBearable: false },
  'its own URLSearchParams': { script: 'var URLSearchParams', isBearable: true },
  'its own performance': {
    script: `Object.defineProperty(window, 'performance', { value: 5 })`,
    isBearable: false,
  },
  'its own JSON': { script: 'var JSON = {}', isBearable: true },
  'a fetch that throws': { script: `fetch = () => { throw new Error('no') }`, isBearable: false },
  'a fetch that gives nothing': { script: 'fetch = () => {}', isBearable: false },
  'a fetch whose promise gives nothing': { script: 'fetch = async () => {}', isBearable: false },
  'no fetch': { script: 'fetch = undefined', isBearable: false },
  'a requestAnimationFrame that throws': {
    script: `requestAnimationFrame = () => { throw new Error('no') }`,
    isBearable: false,
  },
  'an Object.keys that throws': {
    script: `Object.keys = () => { throw new Error('no') }`,
    isBearable: false,
  },
  'an Object.hasOwn that throws': {
    script: `Object.hasOwn = () => { throw new Error('no') }`,
    isBearable: true,
  },
  'a RegExp.prototype.exec that throws': {
    script: `RegExp.prototype.exec = () => { throw new Error('no') }`,
    isBearable: false,
  },
  'toJSON on lists, texts and numbers': {
    script: `for (const { prototype } of [Array, String, Number])
      prototype.toJSON = function () { return JSON.stringify('' + this) }`,
    isBearable: true,
  },
  'what every object has': { script: `Object.prototype.extend = () => 'added'`, isBearable: true },
  'lists that count otherwise': { script: `Array.prototype.last = Array.prototype.at`, isBearable: true },
}

/** List methods that throw. */
const methods = [
  'at',
  'filter',
  'find',
  'flat',
  'flatMap',
  'forEach',
  'includes',
  'join',
  'map',
  'some',
  'sort',
]
for (const method of methods)
  globals[`lists whose ${method} throws`] = {
    script: `Array.prototype.${method} = () => { throw new Error('no ${method}') }`,
    isBearable: false,
  }

const moduleTag = `<script type="module" nonce="${nonce}">
  import * as motif from '{{motif}}/motif.js'
  window.motif = motif
  motif.start()
</script>`
const tags = ['inline', 'snippet', 'module'] as const

const scenarioOf = (tag: (typeof tags)[number], script: string): Scenario => ({
  ...hello,
  tag: tag === 'module' ? 'none' : (tag as TagKind),
  attributes: { 'data-hide': 'h1' },
  // A classic script, so that a class or variable is one of the whole page.
  head: `<script nonce="${nonce}">${script}</script>`,
  afterTag: tag === 'module' ? moduleTag : '',
})

/** Runs in a page with broken globals: what a visitor sees. */
const look = () => {
  const h1 = document.querySelector('h1') as HTMLElement
  return `${getComputedStyle(h1).visibility} ${h1.textContent}`
}

/** Waits for frames without what a page may have broken. */
const waitForFrames = async (page: Visit) => {
  for (let frame = 0; frame < 10; frame++) await page.evaluate('document.fonts.ready.then(() => 1)')
}

describe.each(tags)('with the %s tag', (tag) => {
  test.for(Object.entries(globals))('a page with %s gets no error', async ([, given], { visit }) => {
    const page = await visit(scenarioOf(tag, given.script))
    const words = given.isBearable ? 'Hello Ada' : '(Welcome|Hello Ada)'
    await expect.poll(() => page.run(look)).toMatch(RegExp(`^visible ${words}$`))
    await page.run(() => window.motif?.consent(true))
    await waitForFrames(page)
    expect(await page.complaints()).toEqual([])
  })
  test('what the page adds to lists and texts does not change what is sent', async ({ visit }) => {
    const { script } = globals['toJSON on lists, texts and numbers'] as { script: string }
    const page = await visit(scenarioOf(tag, script))
    await expect.poll(() => page.batches.flatMap(({ events }) => events)).toMatchObject([{ item: 'seen' }])
    const report = { applied: [0], missing: [], refused: [], contested: [] }
    expect(page.batches[0]).toMatchObject({ v: 1, pattern: page.pattern, sent: expect.any(Number), report })
  })

  test('a page that has broken all of it at once gets no error, and nothing without a pattern', async ({
    visit,
  }) => {
    const scripts = Object.values(globals).map(({ script }) => script)
    const broken = scripts.filter((script) => !script.startsWith('class ')).join(';')
    const scenario = scenarioOf(tag, broken)
    const page = await visit(scenario)
    await expect.poll(() => page.run(look)).toBe('visible Welcome')
    await page.run(() => window.motif?.consent(true))
    const plain = await visit({ ...scenario, query: () => '' })
    await plain.run(() => window.motif?.consent(true))
    await waitForFrames(plain)
    expect(await plain.run(look)).toBe('visible Welcome')
    expect(plain.requests.filter(({ path }) => path.startsWith('/p/'))).toEqual([])
    expect([...(await page.complaints()), ...(await plain.complaints())]).toEqual([])
  })

  test('motif can be called in a page that has broken lists, texts or promises', async ({ visit }) => {
    if (tag === 'snippet') return
    const page = await visit(scenarioOf(tag, 'var Promise = {}, Map = 1; Array.prototype.find = 5'))
    const call = () => {
      motif.on('applied', () => {})()
      motif.consent(true)
      motif.start({ pattern: 'another' })
      motif.stop()
      return typeof motif.version
    }
    expect(await page.run(call)).toBe('string')
    await waitForFrames(page)
    expect(await page.run(call)).toBe('string')
    expect(await page.complaints()).toEqual([])
  })
})
