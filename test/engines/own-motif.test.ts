import { describe, expect } from 'vitest'
import { startEditorService, ticket } from '../support/editor-service.ts'
import { waitForFrames } from '../support/frames.ts'
import { nonce, type TagKind, tagOf } from '../support/tag.ts'
import { type Scenario, test, type Visit } from '../support/visit.ts'

declare global {
  /** Motif's object, whatever the page calls `motif`. */
  const motifJs: typeof motif
}

const hello: Scenario = {
  body: '<h1>Welcome</h1>',
  attributes: { 'data-hide': 'h1', 'data-timeout': '600000' },
  content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
}
const isApplied = () => document.querySelector('h1')?.textContent === 'Hello Ada'
const seen = () => {
  const value: unknown = Reflect.get(window, 'motif')
  return typeof value === 'function' ? 'a function' : (JSON.stringify(value) ?? 'undefined')
}

/** One record was asked for, nothing went wrong, and the headline is there to be seen. */
async function expectOneMotif(page: Visit) {
  await page.until(isApplied)
  await page.until(() => document.querySelector('h1')?.checkVisibility({ visibilityProperty: true }))
  await page.run(waitForFrames, 20)
  expect(page.requests.filter(({ path }) => path.startsWith('/p/')).length).toBe(1)
  expect(await page.complaints()).toEqual([])
}

/** What a page's own script may call `motif`, and what that is for everybody else afterwards. */
const own: Record<string, [script: string, value: string]> = {
  'a text': [`var motif = 'floral'`, '"floral"'],
  'an object': ['window.motif = { mine: 1 }', '{"mine":1}'],
  'an object with methods of these names': [
    'window.motif = { on() {}, start() {}, ready: 5, tag: {} }',
    '{"ready":5,"tag":{}}',
  ],
  'a function': ['function motif() {}', 'a function'],
  null: ['window.motif = null', 'null'],
  'something that cannot be written': [
    `Object.defineProperty(window, 'motif', { value: 'fixed', configurable: false })`,
    '"fixed"',
  ],
  'something that it reads': [`Object.defineProperty(window, 'motif', { get: () => 'read' })`, '"read"'],
}

describe.each(['inline', 'snippet', 'loader'] as const)('with the %s tag, a page that calls motif', (tag) => {
  test.for(Object.entries(own))('%s before it keeps that', async ([, [script, value]], { visit }) => {
    const head = `<script nonce="${nonce}">${script}</script>`
    const page = await visit({ ...hello, tag, head })
    await expectOneMotif(page)
    expect(await page.run(seen)).toBe(value)
    expect(await page.run(() => motifJs.ready)).toMatchObject({ applied: [0] })
    await page.run(() => motifJs.stop())
    expect(await page.text('h1')).toBe('Welcome')
  })

  test.for(Object.entries(own).filter(([, [script]]) => !script.startsWith('Object')))(
    '%s behind it keeps that',
    async ([, [script, value]], { visit }) => {
      const afterTag = `<script nonce="${nonce}">${script}</script>`
      const page = await visit({ ...hello, tag, afterTag, files: { delayMs: 100 } })
      if (tag === 'snippet') await page.until(isApplied)
      else await expectOneMotif(page)
      // The one-line tag comes after the page's own script.
      expect(await page.run(seen)).toBe(value)
      await page.run(() => motifJs.stop())
      expect(await page.text('h1')).toBe('Welcome')
    },
  )

  test('nothing has Motif there, whatever elements are called so', async ({ visit }) => {
    const body = '<a id="motif"></a><i id="motifJs"></i><h1>Welcome</h1>'
    const page = await visit({ ...hello, tag, body, head: '', afterTag: '' })
    await expectOneMotif(page)
    expect(await page.run(() => [typeof motif.consent, motif === motifJs])).toEqual(['function', true])
  })
})

const twice = (tag: TagKind, other: TagKind): Scenario => ({
  ...hello,
  tag,
  afterTag: tagOf(other, '{{motif}}', { 'data-hide': 'h1' }),
})
const pairs = (['inline', 'loader', 'snippet'] as const).flatMap((tag) =>
  (['inline', 'loader', 'snippet'] as const).map((other) => [tag, other] as const),
)

describe('two tags are one Motif:', () => {
  test.for(pairs)('%s, then %s, also in a page with its own motif', async ([tag, other], { visit }) => {
    await expectOneMotif(await visit(twice(tag, other)))
    const head = `<script nonce="${nonce}">var motif = 'floral'</script>`
    const page = await visit({ ...twice(tag, other), head })
    await expectOneMotif(page)
    expect(await page.run(seen)).toBe('"floral"')
  })

  test.for(pairs)('%s, then %s, open one editor', async ([tag, other], { visit }) => {
    const { answer } = startEditorService()
    const page = await visit({ ...twice(tag, other), query: () => `#motif-edit=${ticket}`, editor: answer })
    await page.until(() => (window as { opened?: unknown[] }).opened?.length === 1)
    await page.run(waitForFrames, 20)
    expect(
      page.requests.filter(({ method, path }) => method === 'POST' && path === '/editor/session').length,
    ).toBe(1)
    expect(await page.text('h1')).toBe('Welcome')
    expect(await page.complaints()).toEqual([])
  })
})
