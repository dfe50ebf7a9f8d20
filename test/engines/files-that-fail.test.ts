import { describe, expect } from 'vitest'
import type { ContentItem } from '../../wire/record.ts'
import { startEditorService, ticket } from '../support/editor-service.ts'
import { hiddenOf } from '../support/frames.ts'
import { type Scenario, test, type Visit } from '../support/visit.ts'

/** A file of the script that comes after what paints, a page that needs it, and how that page is without it. */
interface Need {
  file: string
  /** What the page has. */
  on: string
  page(): Scenario
  /** The targets, as the visitor sees them with the file. */
  whole: string[]
  /** The same without it: what needs it is as the page, or the edge, has made it; everything else is personal. */
  without: string[]
  /** After `stop()`, with the file. */
  own: string[]
}

const own = '<h1>Welcome</h1><p class="lead">For <b>all</b></p><a href="/all">Try it</a>'
const texts: ContentItem[] = [
  { selector: 'h1', type: 'text', payload: 'Hello Ada' },
  { selector: 'a', type: 'href', payload: '/ada' },
]
const html: ContentItem = { selector: '.lead', type: 'html', payload: 'For <i>Ada</i>' }

const needs: Need[] = [
  {
    file: 'follow',
    on: 'texts and links',
    page: () => ({ body: own, content: texts }),
    whole: ['Hello Ada', 'For <b>all</b>', '/ada'],
    without: ['Hello Ada', 'For <b>all</b>', '/ada'],
    own: ['Welcome', 'For <b>all</b>', '/all'],
  },
  {
    file: 'follow',
    on: 'HTML',
    page: () => ({ body: own, content: [...texts, html] }),
    whole: ['Hello Ada', 'For <i>Ada</i>', '/ada'],
    without: ['Hello Ada', 'For <b>all</b>', '/ada'],
    own: ['Welcome', 'For <b>all</b>', '/all'],
  },
  {
    file: 'follow',
    on: 'the work of the edge',
    page: () => ({ body: own, content: texts, edge: {} }),
    whole: ['Hello Ada', 'For <b>all</b>', '/ada'],
    without: ['Hello Ada', 'For <b>all</b>', '/ada'],
    own: ['Welcome', 'For <b>all</b>', '/all'],
  },
  {
    file: 'follow',
    on: 'a framework',
    page: () => ({ body: `<div data-hydrate>${own}</div><p>Text</p>`, content: texts }),
    whole: ['Hello Ada', 'For <b>all</b>', '/ada'],
    without: ['Welcome', 'For <b>all</b>', '/all'],
    own: ['Welcome', 'For <b>all</b>', '/all'],
  },
  {
    file: 'track',
    on: 'texts and links',
    page: () => ({ body: own, content: texts }),
    whole: ['Hello Ada', 'For <b>all</b>', '/ada'],
    without: ['Hello Ada', 'For <b>all</b>', '/ada'],
    own: ['Welcome', 'For <b>all</b>', '/all'],
  },
  {
    file: 'html',
    on: 'HTML',
    page: () => ({ body: own, content: [...texts, html] }),
    whole: ['Hello Ada', 'For <i>Ada</i>', '/ada'],
    without: ['Hello Ada', 'For <b>all</b>', '/ada'],
    own: ['Welcome', 'For <b>all</b>', '/all'],
  },
  {
    file: 'edge',
    on: 'the work of the edge',
    page: () => ({ body: own, content: texts, edge: {} }),
    whole: ['Hello Ada', 'For <b>all</b>', '/ada'],
    without: ['Hello Ada', 'For <b>all</b>', '/ada'],
    own: ['Welcome', 'For <b>all</b>', '/all'],
  },
  {
    file: 'frameworks',
    on: 'a framework',
    page: () => ({ body: `<div data-hydrate>${own}</div>`, content: texts }),
    whole: ['Hello Ada', 'For <b>all</b>', '/ada'],
    without: ['Hello Ada', 'For <b>all</b>', '/ada'],
    own: ['Welcome', 'For <b>all</b>', '/all'],
  },
  {
    file: 'sanitiser',
    on: 'HTML, in a browser that does not sanitise,',
    page: () => ({
      body: own,
      content: [...texts, html],
      before: () => void Reflect.deleteProperty(Element.prototype, 'setHTML'),
    }),
    whole: ['Hello Ada', 'For <i>Ada</i>', '/ada'],
    without: ['Hello Ada', 'For <b>all</b>', '/ada'],
    own: ['Welcome', 'For <b>all</b>', '/all'],
  },
  {
    file: 'spool',
    on: 'events that are kept',
    page: () => ({
      body: own,
      content: texts,
      analytics: [{ id: 'title', selector: 'h1', type: 'view' }],
      attributes: { 'data-storage': 'local' },
    }),
    whole: ['Hello Ada', 'For <b>all</b>', '/ada'],
    without: ['Hello Ada', 'For <b>all</b>', '/ada'],
    own: ['Welcome', 'For <b>all</b>', '/all'],
  },
  {
    file: 'preview',
    on: 'a preview',
    page: () => ({
      body: own,
      content: texts,
      query: (pattern) => `?pattern=${pattern}&motif-preview`,
    }),
    whole: ['Hello Ada', 'For <b>all</b>', '/ada'],
    without: ['Hello Ada', 'For <b>all</b>', '/ada'],
    own: ['Welcome', 'For <b>all</b>', '/all'],
  },
  {
    file: 'editing',
    on: 'a link to the editor',
    page: () => ({
      body: own,
      content: texts,
      query: (pattern) => `?pattern=${pattern}#motif-edit=${ticket}`,
      editor: startEditorService().answer,
    }),
    whole: ['Welcome', 'For <b>all</b>', '/all'],
    without: ['Welcome', 'For <b>all</b>', '/all'],
    own: ['Welcome', 'For <b>all</b>', '/all'],
  },
]

/** The page as it comes, with a tag that hides its targets. */
const hiding = (page: Scenario): Scenario => ({
  ...page,
  tag: 'inline',
  attributes: { 'data-hide': 'h1,.lead,a', ...page.attributes },
})

const read = () => [
  document.querySelector('h1')?.textContent,
  document.querySelector('.lead')?.innerHTML,
  document.querySelector('a')?.getAttribute('href'),
]

const isRead = (wanted: string) =>
  document.readyState === 'complete' &&
  JSON.stringify([
    document.querySelector('h1')?.textContent,
    document.querySelector('.lead')?.innerHTML,
    document.querySelector('a')?.getAttribute('href'),
  ]) === wanted

const expectSeen = async (page: Visit, wanted: string[]) => {
  await page.until(isRead, JSON.stringify(wanted))
  await expect.poll(() => page.run(hiddenOf, ['h1', '.lead', 'a'])).toEqual([])
}

describe.each(needs)(
  'the file $file, on a page with $on,',
  ({ file, page: scenario, whole, without, own }) => {
    const only = `/${file}-`

    test.for([
      { fault: 'is blocked', files: { only, status: 404 } },
      { fault: 'is broken', files: { only, says: 'export const borrow = (', type: 'text/javascript' } },
      { fault: 'is another one', files: { only, says: '<!doctype html>', type: 'text/html' } },
      { fault: 'throws', files: { only, says: 'throw new Error("no")', type: 'text/javascript' } },
    ])('$fault: everything is shown, what does not need it is personal', async ({ files }, { visit }) => {
      const page = await visit({ ...hiding(scenario()), files })
      await expectSeen(page, without)
      await page.run(() => motif.ready)
      expect(await page.complaints()).toEqual([])
      await page.run(() => motif.stop())
      expect(await page.complaints()).toEqual([])
    })

    test('comes late: the page is shown before it, and ends right', async ({ visit }) => {
      const arrival = Promise.withResolvers<void>()
      const page = await visit({
        ...hiding(scenario()),
        files: { only, after: arrival.promise },
      })
      await page.until(() => document.readyState === 'complete')
      await expect.poll(() => page.run(hiddenOf, ['h1', '.lead', 'a'])).toEqual([])
      arrival.resolve()
      await expectSeen(page, whole)
      await page.run(() => motif.ready)
      await page.run(() => motif.stop())
      expect(await page.run(read)).toEqual(own)
      expect(await page.complaints()).toEqual([])
    })

    test('comes after the run has ended: nothing happens any more', async ({ visit }) => {
      const arrival = Promise.withResolvers<void>()
      const page = await visit({
        ...hiding(scenario()),
        files: { only, after: arrival.promise },
      })
      await page.until(() => document.readyState === 'complete' && window.motif?.version)
      await expect.poll(() => page.requests.some(({ path }) => path.startsWith(only))).toBe(true)
      await page.run(() => motif.stop())
      const stopped = await page.run(read)
      arrival.resolve()
      await expect
        .poll(() =>
          page.run(
            (name) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(name)),
            only,
          ),
        )
        .toBe(true)
      await page.run(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
      expect(await page.run(read)).toEqual(stopped)
      expect(await page.complaints()).toEqual([])
    })
  },
)
