import { describe, expect } from 'vitest'
import { waitForFrames } from '../support/frames.ts'
import { noteListening } from '../support/listening.ts'
import { nonce } from '../support/tag.ts'
import { type Scenario, test } from '../support/visit.ts'

const hello: Scenario = {
  body: '<h1>Welcome</h1>',
  content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
  analytics: [{ id: 'hero', selector: 'h1', type: 'view' }],
}
const isApplied = () => document.querySelector('h1')?.textContent === 'Hello Ada'

declare global {
  interface Window {
    /** What the page of a test noted, in order. */
    notes: unknown[]
    dataLayer: unknown[]
  }
}

test('the tag twice in a page is one Motif', async ({ visit }) => {
  const tags = '<script async src="{{motif}}/snippet.js"></script>'
  const page = await visit({ ...hello, tag: 'inline', afterTag: tags + tags, body: hello.body + tags })
  await page.until(isApplied)
  await expect.poll(() => page.batches.length).toBeGreaterThan(0)
  await page.run(waitForFrames, 20)
  expect(page.requests.filter(({ path }) => path.startsWith('/p/')).length).toBe(1)
  expect(new Set(page.batches.map(({ visit: name }) => name)).size).toBe(1)
  expect(await page.complaints()).toEqual([])
})

test('calls made before the snippet has loaded are queued', async ({ visit }) => {
  const page = await visit({
    ...hello,
    tag: 'loader',
    query: () => '',
    files: { delayMs: 150 },
    afterTag: `<script nonce="${nonce}">
      notes = []
      const off = motif.on('applied', () => notes.push('never'))
      off()
      motif.on('applied', (report) => notes.push(report.applied))
      motif.on('view', (detail) => notes.push(detail.item))
      motif.ready.then((report) => notes.push('ready ' + report.applied))
      motif.start({ pattern: '{{pattern}}' })
    </script>`,
  })
  await page.until(isApplied)
  await page.until(() => window.notes.includes('hero'))
  const notes = await page.run(() => window.notes)
  expect(notes).toEqual(expect.arrayContaining([[0], 'ready 0', 'hero']))
  expect(notes).not.toContain('never')
  expect(await page.run(() => typeof motif.version)).toBe('string')
  expect(await page.complaints()).toEqual([])
})

test('what happens is told on the document and, where the tag asks for it, in the dataLayer', async ({
  visit,
}) => {
  const page = await visit({
    ...hello,
    attributes: { 'data-datalayer': '' },
    before: () => {
      window.notes = []
      for (const name of ['motif:applied', 'motif:view']) {
        document.addEventListener(name, (event) => window.notes.push([name, (event as CustomEvent).detail]))
      }
    },
  })
  await page.until(() => window.dataLayer?.length > 0)
  const notes = await page.run(() => window.notes)
  expect([notes[0], notes.at(-1)]).toEqual([
    ['motif:applied', { applied: [0], missing: [], refused: [], contested: [] }],
    ['motif:view', { item: 'hero', type: 'view', seq: 1, at: expect.any(Number) }],
  ])
  const layer = await page.run(() => window.dataLayer)
  expect(layer).toEqual([
    { event: 'motif_view', motif: { item: 'hero', type: 'view', seq: 1, at: expect.any(Number) } },
  ])
})

const empty = { applied: [], missing: [], refused: [], contested: [] }

test.for(['snippet', 'loader', 'inline'] as const)(
  'without a pattern %s answers ready with an empty report, and a later start with its own',
  async (tag, { visit }) => {
    const page = await visit({ ...hello, tag, query: () => '' })
    expect(await page.until(() => window.motif?.ready)).toEqual(empty)
    await page.run((pattern) => motif.start({ pattern }), page.pattern)
    expect(await page.run(() => motif.ready)).toEqual({ ...empty, applied: [0] })
    expect(await page.text('h1')).toBe('Hello Ada')
    expect(await page.complaints()).toEqual([])
  },
)

const none: Record<string, Partial<Scenario>> = {
  'there is none': { query: () => '' },
  'it is empty': { query: () => '?pattern=' },
  'it has other characters': { query: () => '?pattern=a/../b' },
  'it is too long': { query: () => `?pattern=${'a'.repeat(65)}` },
}

describe('without a pattern the page is left alone: ', () => {
  for (const tag of ['snippet', 'loader', 'inline'] as const) {
    test.for(Object.entries(none))(`${tag} tag, %s`, async ([, scenario], { visit }) => {
      const page = await visit({
        ...hello,
        ...scenario,
        tag,
        attributes: { 'data-hide': 'h1' },
        before: noteListening,
      })
      await page.run(waitForFrames, 20)
      expect(await page.text('h1')).toBe('Welcome')
      expect(await page.run(() => window.begun)).toEqual([])
      expect(await page.run(() => document.adoptedStyleSheets.length)).toBe(0)
      expect(await page.run(() => document.querySelectorAll('script').length)).toBe(2)
      expect(await page.run(() => document.documentElement.getAttributeNames())).toEqual(['lang'])
      const motifs = page.requests.filter(({ host }) => host === 'motif').map(({ path }) => path)
      expect(motifs).toEqual(tag === 'inline' ? [] : [`/${tag}.js`])
      expect(await page.complaints()).toEqual([])
    })
  }
})
