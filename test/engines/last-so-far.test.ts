import { expect } from 'vitest'
import type { ContentItem } from '../../wire/record.ts'
import { arriveAtPause } from '../support/arrive.ts'
import { waitForFrames } from '../support/frames.ts'
import { pictures } from '../support/hydration.ts'
import { test } from '../support/visit.ts'

/** What the page has, behind what of it the server pauses, and what an item makes of it in the end. */
interface Arriving {
  own: string
  behind: string
  item: ContentItem
  personal: string
}

const cases: Record<string, Arriving> = {
  'a link': {
    own: '<nav><a href="/a">A</a> <a href="/b">B</a></nav>',
    behind: '<a href="/a">A</a> ',
    item: { selector: 'nav a:last-child', type: 'href', payload: '/ada' },
    personal: '<nav><a href="/a">A</a> <a href="/ada">B</a></nav>',
  },
  'the last but one': {
    own: '<nav><a href="/a">A</a> <a href="/b">B</a> <a href="/c">C</a></nav>',
    behind: '<a href="/b">B</a> ',
    item: { selector: 'nav a:nth-last-child(2)', type: 'href', payload: '/ada' },
    personal: '<nav><a href="/a">A</a> <a href="/ada">B</a> <a href="/c">C</a></nav>',
  },
  'a text': {
    own: '<section>One</section> <section>Two</section>',
    behind: 'One</section> ',
    item: { selector: 'section:last-of-type', type: 'text', payload: 'Ada' },
    personal: '<section>One</section> <section>Ada</section>',
  },
  'a text in the last one': {
    own: '<section><h2>One</h2><b>x</b></section> <section><h2>Two</h2><b>y</b></section>',
    behind: '<b>x</b></section> ',
    item: { selector: 'section:last-of-type > h2', type: 'text', payload: 'Ada' },
    personal: '<section><h2>One</h2><b>x</b></section> <section><h2>Ada</h2><b>y</b></section>',
  },
  HTML: {
    own: '<section>One</section> <section>Two</section>',
    behind: 'One</section> ',
    item: { selector: 'section:last-of-type', type: 'html', payload: '<b>Ada</b>' },
    personal: '<section>One</section> <section><b>Ada</b></section>',
  },
  'a text in what has no form': {
    own: '<section><h2>One</h2><b>x</b><form></form></section> <section><h2>Two</h2><b>y</b></section>',
    behind: '<b>x</b>',
    item: { selector: 'section:not(:has(form)) > h2', type: 'text', payload: 'Ada' },
    personal: '<section><h2>One</h2><b>x</b><form></form></section> <section><h2>Ada</h2><b>y</b></section>',
  },
  'a text that is empty': {
    own: '<p class="n">One</p> <p class="n"></p>',
    behind: '<p class="n">',
    item: { selector: '.n:empty', type: 'text', payload: 'Ada' },
    personal: '<p class="n">One</p> <p class="n">Ada</p>',
  },
  'a text that is still coming': {
    own: '<section>One <a href="/a">two <img src="/old.svg"></a></section> <section>Two</section>',
    behind: '<a href="/a">two ',
    item: { selector: 'section:has(a)', type: 'text', payload: 'Ada' },
    personal: '<section>Ada <a href="/a"><img src="/old.svg"></a></section> <section>Two</section>',
  },
  'HTML that is still coming': {
    own: '<section>One <i>two</i> three</section> <section>Two</section>',
    behind: '<i>tw',
    item: { selector: 'section:has(i)', type: 'html', payload: '<b>Ada</b>' },
    personal: '<section><b>Ada</b></section> <section>Two</section>',
  },
  'an option': {
    own: '<select><option>Basic</option> <option>Pro</option></select>',
    behind: '<option>Ba',
    item: { selector: 'option:not(:has(b), * + option)', type: 'text', payload: 'Ada' },
    personal: '<select><option value="Basic">Ada</option> <option>Pro</option></select>',
  },
}

/** What is judged by other code if the page comes by the edge, or before `follow` has. */
const byEdge = ['a link', 'a text that is still coming', 'HTML that is still coming']
const beforeFollow = ['a link', 'a text in the last one', 'a text that is empty']

const ways = {
  'the tag': { coming: {}, names: Object.keys(cases) },
  'the edge': { coming: { edge: {} }, names: byEdge },
  'the tag, follow late': { coming: {}, names: beforeFollow },
}

for (const [way, { coming, names }] of Object.entries(ways))
  test.for(Object.entries(cases).filter(([name]) => names.includes(name)))(
    `what is a target only so far stays the page’s own, by ${way}: %s`,
    async ([, { own, behind, item, personal }], { visit, engine }) => {
      // WebKit may run no asynchronous script before it has more of the page.
      if (engine === 'webkit') return
      const rest = Promise.withResolvers<void>()
      const follow = Promise.withResolvers<void>()
      const isLate = way.endsWith('late')
      const page = await visit({
        ...coming,
        assets: pictures,
        waitUntil: 'none',
        body: `<main><p>First</p> <div id="own">${own}</div></main>`,
        content: [{ selector: 'main > p', type: 'text', payload: 'Hi' }, item],
        ...(isLate && { files: { only: '/follow-', after: follow.promise } }),
        pause: { behind, until: rest.promise },
      })
      await arriveAtPause(page)
      await page.until(() => document.querySelector('p')?.textContent === 'Hi' && !!motif.version)
      const hasFollow = () =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('/follow-'))
      if (!isLate) await page.until(hasFollow)
      await page.run(waitForFrames, 5)
      const soFar = await page.run(() => document.querySelector('#own')?.textContent)
      expect(own.replace(/<[^>]*>/g, '').startsWith(`${soFar}`)).toBe(true)
      expect(await page.run(() => document.querySelector('[href="/ada"]'))).toBe(null)
      rest.resolve()
      await page.until(() => document.readyState === 'complete')
      if (isLate) follow.resolve()
      await page.until((wanted) => document.querySelector('#own')?.innerHTML === wanted, personal)
      expect((await page.run(() => motif.ready)).applied).toEqual([0, 1])
      await page.run(() => motif.stop())
      expect(await page.run(() => document.querySelector('#own')?.innerHTML)).toBe(own)
      expect(await page.complaints()).toEqual([])
    },
  )

test.for(['body', 'html'])(
  'a link that is the last one only so far stays the page’s own, when a script has put something at the end of %s',
  async (place, { visit, engine }) => {
    if (engine === 'webkit') return
    const rest = Promise.withResolvers<void>()
    const page = await visit({
      waitUntil: 'none',
      body: '<main><p>First</p> <nav><a href="/a">A</a> <a href="/b">B</a></nav></main>',
      content: [{ selector: 'nav a:last-child', type: 'href', payload: '/ada' }],
      pause: { behind: '<a href="/a">A</a> ', until: rest.promise },
    })
    await arriveAtPause(page)
    await page.until(() => !!document.querySelector('nav a') && !!motif.version)
    await page.run((where) => document.querySelector(where)?.append(document.createElement('div')), place)
    await page.run(waitForFrames, 5)
    rest.resolve()
    await page.until(() => document.readyState === 'complete')
    await page.until(() => !!document.querySelector('[href="/ada"]'))
    const links = () => [...document.links].map((link) => link.getAttribute('href'))
    expect(await page.run(links)).toEqual(['/a', '/ada'])
    expect(await page.complaints()).toEqual([])
  },
)

test('what is measured only so far is not: a section that is the last one until more comes', async ({
  visit,
  engine,
}) => {
  if (engine === 'webkit') return
  const rest = Promise.withResolvers<void>()
  const page = await visit({
    waitUntil: 'none',
    body: '<main><section>One</section> <div style="height: 3000px"></div><section>Two</section></main>',
    content: [{ selector: 'main > section', type: 'text', payload: 'Ada' }],
    analytics: [
      { id: 'end', selector: 'section:last-of-type', type: 'view' },
      { id: 'all', selector: 'section', type: 'view' },
    ],
    pause: { behind: 'One</section> ', until: rest.promise },
  })
  await arriveAtPause(page)
  await page.until(() => !!motif.version)
  await page.run(() => {
    const viewed: string[] = []
    Object.assign(window, { viewed })
    motif.on('view', ({ item }) => viewed.push(item))
  })
  const viewed = (item: string) => (window as unknown as { viewed: string[] }).viewed.includes(item)
  await page.until(viewed, 'all')
  expect(await page.run(viewed, 'end')).toBe(false)
  rest.resolve()
  await page.until(() => document.readyState === 'complete')
  await page.run(() => window.scrollTo(0, 9999))
  await page.until(viewed, 'end')
})
