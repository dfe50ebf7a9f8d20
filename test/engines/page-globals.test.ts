import { describe, expect } from 'vitest'
import { globals } from '../support/fault-pages.ts'
import { waitInBrokenPage } from '../support/frames.ts'
import { nonce, type TagKind } from '../support/tag.ts'
import { type Scenario, test } from '../support/visit.ts'

const hello: Scenario = {
  body: '<h1>Welcome</h1>',
  content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
  analytics: [{ id: 'seen', selector: 'h1', type: 'view' }],
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

describe.each(tags)('with the %s tag', (tag) => {
  test.for(Object.entries(globals))('a page with %s gets no error', async ([, given], { visit }) => {
    const page = await visit(scenarioOf(tag, given.script))
    const words = given.isBearable ? 'Hello Ada' : '(Welcome|Hello Ada)'
    await expect.poll(() => page.run(look)).toMatch(RegExp(`^visible ${words}$`))
    await page.run(() => window.motif?.consent(true))
    await waitInBrokenPage(page)
    expect(await page.complaints()).toEqual([])
  })
  test('a page whose lists throw gets no error when it is given back', async ({ visit }) => {
    const page = await visit({
      ...scenarioOf(tag, ''),
      body: '<h1>Welcome</h1><p>Lead</p>',
      content: [...(hello.content ?? []), { selector: 'p', type: 'html', payload: 'For <i>Ada</i>' }],
    })
    await page.until(() => document.querySelector('p i'))
    await page.run(() => {
      const { join } = Array.prototype
      Array.prototype.join = () => {
        throw new Error('no join')
      }
      motif.stop()
      Array.prototype.join = join
    })
    expect(await page.complaints()).toEqual([])
    expect(await page.text('h1')).toMatch(/^(Welcome|Hello Ada)$/)
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
    await waitInBrokenPage(plain)
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
    await waitInBrokenPage(page)
    expect(await page.run(call)).toBe('string')
    expect(await page.complaints()).toEqual([])
  })
})
