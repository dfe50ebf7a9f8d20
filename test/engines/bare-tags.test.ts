import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { hiddenOf, waitForFrames } from '../support/frames.ts'
import { type Scenario, test, type Visit } from '../support/visit.ts'

const hello: Scenario = {
  tag: 'none',
  body: '<h1>Welcome</h1>',
  content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
}
const empty = { applied: [], missing: [], refused: [], contested: [] }
const isApplied = () => document.querySelector('h1')?.textContent === 'Hello Ada'
const files = ['loader', 'snippet'] as const

const codeOf = (file: (typeof files)[number]) => readFileSync(`dist/${file}.js`, 'utf8')
/** The code as a text in a script. */
const quoted = (code: string) => JSON.stringify(code).replaceAll('<', '\\u003c')
const insert = (code: string, parent: string) =>
  `<script>const made = document.createElement('script'); made.text = ${quoted(code)}; ${parent}.append(made)</script>`

/** Ways in which tools run a script without an element that it could know. */
const ways: Record<string, (code: string) => string> = {
  'by eval': (code) => `<script>setTimeout(() => (0, eval)(${quoted(code)}))</script>`,
  'by a function': (code) => `<script>Promise.resolve().then(() => new Function(${quoted(code)})())</script>`,
  'as a module': (code) => `<script type="module">${code}</script>`,
  'inserted again without attributes': (code) => insert(code, 'document.head'),
  'in a shadow root': (code) =>
    `<script>const host = document.createElement('div'); document.documentElement.append(host)</script>${insert(
      code,
      `host.attachShadow({ mode: 'open' })`,
    )}`,
}

describe.each(files)('%s.js run', (file) => {
  for (const [name, run] of Object.entries(ways)) {
    test(`${name} finds Motif by motifOptions`, async ({ visit }) => {
      const options = `<script>motifOptions = { host: '{{motif}}', hide: 'h1', timeout: 8000 }</script>`
      const page = await visit({ ...hello, head: options + run(codeOf(file)) })
      await page.until(isApplied)
      expect(await page.run(() => motif.ready)).toEqual({ ...empty, applied: [0] })
      expect(await page.run(hiddenOf, ['h1'])).toEqual([])
      expect(await page.complaints()).toEqual([])
    })

    test.for([
      ['with a pattern', (pattern: string) => `?pattern=${pattern}`],
      ['without one', () => ''],
    ] as const)(`${name}, %s, and without a host leaves the page as it is`, async ([, query], { visit }) => {
      const page = await visit({ ...hello, head: run(codeOf(file)), query })
      await page.run(waitForFrames, 20)
      expect(await page.text('h1')).toBe('Welcome')
      expect(await page.run(hiddenOf, ['h1'])).toEqual([])
      expect(await page.complaints()).toEqual([])
    })
  }
})

test.for([
  ['as a module', `<script type="module" data-host="{{motif}}" data-hide="h1">${codeOf('loader')}</script>`],
  [
    'by a tool that keeps the tag and runs its text later',
    `<script type="text/later" data-host="{{motif}}" data-hide="h1">${codeOf('loader')}</script>
    <script>
      setTimeout(() => (0, eval)(document.querySelector('[type="text/later"]').text))
    </script>`,
  ],
] as const)('the tag of a template, run %s, is known by its data-host', async ([, head], { visit }) => {
  const page = await visit({ ...hello, head })
  await page.until(isApplied)
  expect(await page.complaints()).toEqual([])
})

test('a method that the page took from the loader works when the snippet is there', async ({ visit }) => {
  const loader = `<script type="module" data-host="{{motif}}">${codeOf('loader')}</script>`
  const head = `${loader}<script type="module">const { start } = motif; window.held = start</script>`
  const page = await visit({ ...hello, head })
  await page.until(isApplied)
  await page.run(() => motif.stop())
  await page.run((pattern) => window.held({ pattern }), page.pattern)
  await page.until(isApplied)
  expect(await page.complaints()).toEqual([])
})

declare global {
  interface Window {
    held: typeof motif.start
    fetch: typeof fetch
  }
}

/** What a page, or what guards it, makes of `fetch`. */
const fetches: Record<string, () => void> = {
  'fetch throws at once': () => {
    window.fetch = () => {
      throw new TypeError('Not here')
    }
  },
  'fetch answers no promise': () => {
    window.fetch = (() => undefined) as never
  },
  'fetch answers nothing of use': () => {
    window.fetch = (async () => undefined) as never
  },
  'fetch is missing': () => void Reflect.deleteProperty(window, 'fetch'),
}

describe.each(['snippet', 'loader', 'inline'] as const)('with the %s tag', (tag) => {
  test.for(Object.entries(fetches))('where %s the page is as it is', async ([, before], { visit }) => {
    const page = await visit({
      ...hello,
      tag,
      before,
      attributes: { 'data-hide': 'h1', 'data-timeout': '300' },
    })
    await page.until(() => typeof window.motif?.stop === 'function')
    expect(await page.run(() => motif.ready)).toEqual(empty)
    await page.until(() => document.querySelector('h1')?.checkVisibility({ visibilityProperty: true }))
    await expectCallable(page)
    expect(await page.text('h1')).toBe('Welcome')
    expect(await page.complaints()).toEqual([])
  })
})

/** Every method can be called, and nothing comes of it. */
async function expectCallable(page: Visit) {
  await page.run(async () => {
    motif.on('applied', () => {})()
    motif.consent(true)
    motif.stop()
    motif.start({ pattern: 'another' })
    await motif.ready
    motif.stop()
  })
}
