import { describe, expect } from 'vitest'
import { hiddenOf } from '../support/frames.ts'
import { test, type Visit } from '../support/visit.ts'

const body = `<header><b id="brand">Launch</b><a id="book" href="#">Book</a></header>
<main><h1>Welcome</h1></main>`

const content = [
  { selector: '#brand', type: 'text' as const, payload: 'Launch for Ada' },
  { selector: 'h1', type: 'text' as const, payload: 'Hello Ada' },
]

/** What a router does: it renders a route, and names it. */
const show = (page: Visit, title: string, path?: string) =>
  page.run(
    (words, to) => {
      if (to) history.pushState(null, '', to)
      const main = document.querySelector('main') as HTMLElement
      main.innerHTML = `<h1>${words}</h1>`
    },
    title,
    path,
  )

const words = (page: Visit) =>
  page.run(() => ['#brand', 'h1'].map((selector) => document.querySelector(selector)?.textContent))

const personal = ['Launch for Ada', 'Hello Ada']
const applied = (page: Visit) => expect.poll(() => words(page)).toEqual(personal)

/** Browsers that tell each change of the path, and browsers that do not. */
const browsers: Record<string, (() => void) | string> = {
  'the Navigation API': '',
  'no Navigation API': () => void Reflect.deleteProperty(window, 'navigation'),
}

describe.each(Object.entries(browsers))('in a single-page app, with %s', (_, before) => {
  test('another route is untouched, and what stays of the page says its own words', async ({ visit }) => {
    const page = await visit({ before, body, content })
    await applied(page)
    await show(page, 'Pricing', '/pricing')
    await expect.poll(() => words(page)).toEqual(['Launch', 'Pricing'])
    await show(page, 'Pricing, again')
    await expect.poll(() => words(page)).toEqual(['Launch', 'Pricing, again'])
    await page.run(() => motif.stop())
    expect(await words(page)).toEqual(['Launch', 'Pricing, again'])
    expect(await page.complaints()).toEqual([])
  })

  test('back on the path all applies again, by Back and by a link', async ({ visit }) => {
    const page = await visit({ before, body, content })
    await applied(page)
    await show(page, 'Pricing', '/pricing')
    await expect.poll(() => words(page)).toEqual(['Launch', 'Pricing'])
    await page.run(() => history.back())
    await page.until(() => location.pathname === '/')
    await show(page, 'Welcome')
    await applied(page)
    await show(page, 'Pricing', '/pricing')
    await expect.poll(() => words(page)).toEqual(['Launch', 'Pricing'])
    await show(page, 'Welcome', '/')
    await applied(page)
    await page.run(() => motif.stop())
    expect(await words(page)).toEqual(['Launch', 'Welcome'])
  })

  test('replaceState, a query and a hash are the same page', async ({ visit }) => {
    // A tab that has been everywhere has a full history, which does not grow any more.
    const page = await visit({ before, body, content, reusesTab: false })
    await applied(page)
    // WebKit may count the page itself a while after it has begun.
    await page.until(() => document.readyState === 'complete')
    await page.run(() => history.replaceState(null, '', '/de/'))
    await show(page, 'Welcome back')
    await applied(page)
    await show(page, 'Welcome once more', '/de/?tab=2')
    await applied(page)
    await page.run(() => {
      location.hash = 'more'
    })
    await show(page, 'Welcome for ever')
    await applied(page)
    await page.run(async () => {
      const told = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }))
      location.hash = 'most'
      await told
      history.replaceState(null, '', '/en/')
    })
    await show(page, 'Welcome by another name')
    await applied(page)
    await page.run(() => history.pushState(null, '', '?tab=3'))
    await show(page, 'Welcome with a query')
    await applied(page)
    await show(page, 'Pricing', '/pricing')
    await expect.poll(() => words(page)).toEqual(['Launch', 'Pricing'])
  })
})

test('a route that is shown before the record comes is untouched', async ({ visit }) => {
  let answer = () => {}
  const gate = new Promise<void>((resolve) => {
    answer = resolve
  })
  const page = await visit({
    body,
    content,
    tag: 'inline',
    attributes: { 'data-hide': 'h1' },
    record: { after: gate },
  })
  await page.until(() => !('calls' in motif))
  await show(page, 'Pricing', '/pricing')
  // At once where there is the Navigation API, else when the tag's time-out ends.
  await expect.poll(() => page.run(hiddenOf, ['h1'])).toEqual([])
  answer()
  expect(await page.run(() => motif.ready)).toMatchObject({ applied: [] })
  await expect.poll(() => page.requests.filter(({ path }) => path.startsWith('/p/')).length).toBe(1)
  expect(await words(page)).toEqual(['Launch', 'Pricing'])
  await show(page, 'Welcome', '/')
  await applied(page)
})

test('on another route nothing is measured', async ({ visit }) => {
  const page = await visit({
    body,
    content,
    analytics: [
      { id: 'book', selector: '#book', type: 'click' },
      { id: 'title', selector: 'h1', type: 'view' },
    ],
  })
  const counted = () => page.batches.flatMap(({ events }) => events.map(({ item }) => item))
  await expect.poll(() => page.batches.length).toBeGreaterThan(0)
  await show(page, 'Pricing', '/pricing')
  const before = counted()
  await page.click('#book')
  // A visitor reads there for longer than a view takes.
  const left = await page.run(() => performance.now())
  await page.until((at) => performance.now() > at + 1500, left)
  expect(counted()).toEqual(before)
  await show(page, 'Welcome', '/')
  await page.click('#book')
  await expect.poll(counted).toContain('book')
  await expect.poll(counted).toContain('title')
  expect(counted()).toHaveLength(2)
})
