import { describe, expect } from 'vitest'
import type { ContentItem } from '../../wire/record.ts'
import { bundleClient, type Framework, renderOnServer } from '../support/frameworks.ts'
import { type Scenario, test, type Visit } from '../support/visit.ts'

const content: ContentItem[] = [
  { selector: 'h1', type: 'text', payload: 'Hello Ada' },
  { selector: 'h3', type: 'text', payload: 'Made for Acme' },
  { selector: '#home img', type: 'src', payload: '/new.svg' },
  { selector: '#home a', type: 'href', payload: '/new' },
  { selector: '#box', type: 'html', payload: '<p class="new">New <b>lead</b></p>' },
  { selector: 'h2', type: 'text', payload: 'Read on, Ada' },
]

const isHomeApplied = () =>
  document.querySelector('h1')?.textContent === 'Hello Ada' &&
  document.querySelector('h3')?.textContent === 'Made for Acme' &&
  document.querySelector('#home img')?.getAttribute('src') === '/new.svg' &&
  document.querySelector('#home a')?.getAttribute('href') === '/new' &&
  document.querySelector('#box p.new') !== null
const isArticleApplied = () =>
  document.querySelector('h2')?.textContent === 'Read on, Ada' && !document.querySelector('#home')
const isCount = (count: number) => document.querySelector('output')?.textContent === `${count}`
const click = (selector: string) => document.querySelector<HTMLElement>(selector)?.click()

/** React 19 says so itself when the text that it finds is not the text that it rendered, and renders anew. */
const isHydrationNotice = (complaint: string) =>
  /Minified React error #418|Hydration completed but/.test(complaint)

describe.each(['react', 'vue', 'svelte'] as const)('%s', (framework) => {
  test('a page rendered in the browser, that renders again and changes its route', async ({ visit }) => {
    const page = await visit(await scenarioOf(framework, ''))
    await useThePage(page)
    expect(await page.complaints()).toEqual([])
  })

  test('a page rendered by a server and hydrated, then personalised', async ({ visit }) => {
    const html = await renderOnServer(framework)
    const page = await visit({ ...(await scenarioOf(framework, html)), record: { delayMs: 500 } })
    await page.until(() => window.isHydrated)
    await useThePage(page)
    expect(await page.complaints()).toEqual([])
  })

  test('a page rendered by a server and hydrated late, with the record there before', async ({ visit }) => {
    const script = Promise.withResolvers<void>()
    const scenario = await scenarioOf(framework, await renderOnServer(framework), script.promise)
    // WebKit may run no async script while it waits for another, so this one is not async.
    const head = '<script src="{{motif}}/snippet.js"></script>'
    const page = await visit({ ...scenario, tag: 'none', head, waitUntil: 'none' })
    await expect.poll(() => page.requests.some(({ path }) => path.startsWith('/p/'))).toBe(true)
    script.resolve()
    await page.until(() => window.isHydrated)
    await useThePage(page)
    expect((await page.complaints()).filter((complaint) => !isHydrationNotice(complaint))).toEqual([])
  })
})

/** Frameworks differ in the blanks that they leave between elements. */
const withoutBlanks = (text: string) => text.replace(/\s+/g, '')

async function scenarioOf(framework: Framework, html: string, after?: Promise<unknown>): Promise<Scenario> {
  const image = { body: '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>' }
  return {
    content,
    body: `<div id="app">${html}</div><script src="/app.js" defer></script>`,
    assets: {
      '/app.js': { body: await bundleClient(framework), ...(after ? { after } : {}) },
      '/old.svg': image,
      '/new.svg': image,
    },
  }
}

/** What a visitor does there; the page must go on working and stay personalised, and `stop` must give it back. */
async function useThePage(page: Visit) {
  await page.until(isHomeApplied)
  for (const count of [1, 2, 3]) {
    await page.run(click, '#again')
    await page.until(isCount, count)
    await page.until(isHomeApplied)
  }
  await page.run(click, '#to-article')
  await page.until(isArticleApplied)
  await page.run(click, '#again')
  await page.until(isCount, 4)
  await page.until(isArticleApplied)
  await page.run(click, '#to-home')
  await page.until(isHomeApplied)
  await page.run(click, '#again')
  await page.until(isCount, 5)
  await page.until(isHomeApplied)
  await page.run(() => motif.stop())
  await expectOwnPage(page, 5)
  await page.run(click, '#again')
  await page.until(isCount, 6)
  await expectOwnPage(page, 6)
}

async function expectOwnPage(page: Visit, count: number) {
  const isOdd = count % 2 === 1
  expect(await page.text('h1')).toBe(`Welcome ${count}`)
  expect(withoutBlanks(await page.text('h3'))).toBe(`Number${count}${isOdd ? 'odd' : ''}ofmany`)
  expect(await page.run(() => document.querySelector('#home a')?.getAttribute('href'))).toBe(`/old?${count}`)
  expect(withoutBlanks(await page.text('#box'))).toBe(isOdd ? `OddLead${count}` : `Lead${count}Even`)
}
