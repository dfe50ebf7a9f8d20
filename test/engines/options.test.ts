import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { hiddenOf, waitForFrames } from '../support/frames.ts'
import { tags } from '../support/tag.ts'
import { type Scenario, test, type Visit } from '../support/visit.ts'

const hello: Scenario = {
  body: '<h1>Welcome</h1>',
  content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
  analytics: [{ id: 'hero', selector: 'h1', type: 'click' }],
}
const isApplied = () => document.querySelector('h1')?.textContent === 'Hello Ada'
const options = (given: object) => `<script>motifOptions = ${JSON.stringify(given)}</script>`

/** Nothing is sent, whatever the visitor does, until the page says that it may be. */
async function expectNothingBeforeConsent(page: Visit) {
  await page.until(isApplied)
  await page.click('h1')
  await page.run(waitForFrames, 60)
  expect(page.batches).toEqual([])
  await page.run(() => motif.consent(true))
  await expect.poll(() => page.batches.length).toBeGreaterThan(0)
  expect(page.batches.flatMap(({ events }) => events)).toEqual([])
}

describe.each(tags)('with the %s tag', (tag) => {
  test('window.motifOptions says what the attributes would', async ({ visit }) => {
    const head = options({ consent: 'required', hide: 'h1', timeout: 20000, pattern: '{{pattern}}' })
    const record = Promise.withResolvers<void>()
    const page = await visit({ ...hello, tag, head, query: () => '', record: { after: record.promise } })
    if (tag !== 'snippet') expect(await page.run(hiddenOf, ['h1'])).toEqual(['h1'])
    record.resolve()
    await expectNothingBeforeConsent(page)
    expect(await page.run(hiddenOf, ['h1'])).toEqual([])
    expect(await page.complaints()).toEqual([])
  })

  test('attributes win over window.motifOptions', async ({ visit }) => {
    const head = options({ consent: 'required', pattern: 'another', param: 'p' })
    const attributes = { 'data-consent': 'none', 'data-pattern': '{{pattern}}', 'data-param': 'who' }
    const page = await visit({ ...hello, tag, head, attributes, query: () => '?p=third&pattern=fourth' })
    await page.until(isApplied)
    await expect.poll(() => page.batches.length).toBeGreaterThan(0)
    expect(page.requests.map(({ path }) => path)).not.toContain('/p/third')
  })
})

describe('a file that the customer serves', () => {
  test.for(['snippet', 'loader'] as const)(
    '%s.js finds Motif by motifOptions.host',
    async (name, { visit }) => {
      const page = await visit({
        ...hello,
        tag: 'none',
        head: `${options({ host: '{{motif}}' })}<script src="/vendor/${name}.js"></script>`,
        assets: { [`/vendor/${name}.js`]: { body: readFileSync(`dist/${name}.js`, 'utf8') } },
      })
      await page.until(isApplied)
      await expect.poll(() => page.batches.length).toBeGreaterThan(0)
      expect(await page.complaints()).toEqual([])
    },
  )
})
