import { expect } from 'vitest'
import type { ContentItem } from '../../wire/record.ts'
import { arriveAtPause } from '../support/arrive.ts'
import { waitForFrames } from '../support/frames.ts'
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
}

/** How the page comes. Without `follow` nothing goes on with the first writes until the page is there. */
const ways = { 'the tag': {}, 'the edge': { edge: {} }, 'the tag, follow late': {} } as const

for (const [way, coming] of Object.entries(ways))
  test.for(Object.entries(cases))(
    `what is a target only so far stays the page’s own, by ${way}: %s`,
    async ([, { own, behind, item, personal }], { visit, engine }) => {
      // WebKit may run no asynchronous script before it has more of the page.
      if (engine === 'webkit') return
      const rest = Promise.withResolvers<void>()
      const follow = Promise.withResolvers<void>()
      const isLate = way.endsWith('late')
      const page = await visit({
        ...coming,
        waitUntil: 'none',
        body: `<main><p>First</p> <div id="own">${own}</div></main>`,
        content: [{ selector: 'main p', type: 'text', payload: 'Hi' }, item],
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
