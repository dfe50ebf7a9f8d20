import { describe, expect } from 'vitest'
import { tagOf, tags } from '../support/tag.ts'
import { type Scenario, test, type Visit } from '../support/visit.ts'

declare global {
  interface Window {
    hasMissed?: boolean
  }
}

const hello: Scenario = {
  body: '<h1>Welcome</h1>',
  content: [
    { selector: 'h1', type: 'text', payload: 'Hello Ada' },
    { selector: '.landing', type: 'text', payload: 'Landed' },
  ],
  analytics: [{ id: 'hero', selector: 'h1', type: 'click' }],
  // What a tab keeps is for its origin, and a later page may be given the same port.
  reusesTab: false,
}
const isApplied = () => document.querySelector('h1')?.textContent === 'Hello Ada'

describe.each(tags)('with the %s tag', (tag) => {
  test.for(['?utm_source=x&amp;pattern=', '?a=b?pattern='])(
    'a link that was bent to %s is personal',
    async (query, { visit }) => {
      const page = await visit({ ...hello, tag, query: (pattern) => `${query}${pattern}` })
      await page.until(isApplied)
    },
  )

  test('data-address="clean" takes the pattern out of the address, and a reload is personal all the same', async ({
    visit,
  }) => {
    const page = await visit({
      ...hello,
      tag,
      attributes: { 'data-address': 'clean' },
      query: (pattern) => `?utm_source=x&pattern=${pattern}&b=c#top`,
      before: () => history.replaceState({ of: 'the page', ...history.state }, ''),
    })
    await page.until(isApplied)
    const address = () => location.pathname + location.search + location.hash
    expect(await page.run(address)).toBe('/?utm_source=x&b=c#top')
    expect(await page.run(() => history.state)).toMatchObject({ of: 'the page' })
    await page.run(() => void setTimeout(() => location.reload()))
    await expect.poll(() => page.requests.filter(({ path }) => path.startsWith('/p/')).length).toBe(2)
    await page.until(isApplied)
    expect(await page.run(address)).toBe('/?utm_source=x&b=c#top')
    expect(await page.complaints()).toEqual([])
  })
})

test('the address is clean before any other script of the page reads it', async ({ visit }) => {
  const page = await visit({
    ...hello,
    tag: 'inline',
    attributes: { 'data-address': 'clean' },
    afterTag: '<script>notes = [location.href]</script>',
  })
  await page.until(isApplied)
  expect(await page.run(() => window.notes)).toEqual([`${page.site.pages}/`])
})

describe.each(tags)('with data-keep="session", by the %s tag,', (tag) => {
  /** Lets the five seconds after which items are missing pass at once. */
  function missSoon() {
    const own = window.setTimeout
    const soon = (run: () => void) => own(() => run() ?? Object.assign(window, { hasMissed: true }), 0)
    window.setTimeout = ((run: () => void, ms: number, ...rest: unknown[]) =>
      ms === 5000 ? soon(run) : own(run, ms, ...rest)) as typeof setTimeout
  }

  /** Another page of the site, which has the same tag. */
  function addNextPage({ site }: Visit, attributes: Record<string, string>, body = '<h1>Next</h1>') {
    const html = `<!doctype html><head><script>(${missSoon})()</script>${tagOf(tag, site.motif, attributes)}</head><body>${body}</body>`
    site.assets.set('/next', { body: html })
  }

  test('the next page of the tab is personal without a pattern, and counts, and misses nothing', async ({
    visit,
  }) => {
    const attributes = { 'data-keep': 'session' }
    const page = await visit({
      ...hello,
      tag,
      attributes,
      body: '<h1>Welcome</h1><p class="landing">Own</p>',
    })
    addNextPage(page, attributes)
    await page.until(isApplied)
    await expect.poll(() => page.batches.length).toBeGreaterThan(0)
    await page.goto(`${page.site.pages}/next`)
    await page.until(isApplied)
    await page.click('h1')
    await expect
      .poll(() => page.batches.flatMap(({ events }) => events.map(({ item }) => item)))
      .toEqual(['hero'])
    expect(new Set(page.batches.map(({ visit: name }) => name)).size).toBe(2)
    await page.until(() => window.hasMissed)
    await page.run(() => motif.stop())
    const reports = page.batches.flatMap(({ report }) => report ?? [])
    expect(reports.at(-1)).toEqual({ applied: [0], missing: [], refused: [], contested: [] })
  })

  test('nothing is kept before consent where it is required, and nothing after it is taken back', async ({
    visit,
  }) => {
    const attributes = { 'data-keep': 'session', 'data-consent': 'required' }
    const page = await visit({ ...hello, tag, attributes })
    addNextPage(page, attributes)
    await page.until(isApplied)
    const kept = () => page.run(() => sessionStorage.length)
    await page.run(() => motif.ready)
    expect(await kept()).toBe(0)
    await page.run(() => motif.consent(true))
    await expect.poll(kept).toBe(1)
    await page.run(() => motif.consent(false))
    expect(await kept()).toBe(0)
    await page.goto(`${page.site.pages}/next`)
    await page.until(() => document.readyState === 'complete')
    expect(await page.run(() => motif.ready)).toMatchObject({ applied: [] })
    expect(await page.text('h1')).toBe('Next')
  })

  test('a page of the site whose tag does not say so is its own', async ({ visit }) => {
    const page = await visit({ ...hello, tag, attributes: { 'data-keep': 'session' } })
    addNextPage(page, {})
    await page.until(isApplied)
    await expect.poll(() => page.batches.length).toBeGreaterThan(0)
    await page.goto(`${page.site.pages}/next`)
    await page.until(() => window.motif?.version)
    expect(await page.run(() => motif.ready)).toMatchObject({ applied: [] })
    expect(await page.text('h1')).toBe('Next')
  })
})
