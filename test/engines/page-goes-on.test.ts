import { describe, expect } from 'vitest'
import type { ContentItem } from '../../wire/record.ts'
import { waitForFrames } from '../support/frames.ts'
import { test } from '../support/visit.ts'

/** What a page does with what is in a target, and what it then shows, personal and after `stop()`. */
const changes: Record<
  string,
  {
    page: string
    item: Partial<ContentItem>
    change(main: Element): void
    shown?: string
    own: string
  }
> = {
  'moves a badge out of a headline': {
    page: '<h1>Hello <b>New</b></h1><p></p>',
    item: {},
    change: (main) => main.lastElementChild?.append(main.querySelector('b') as Element),
    shown: '<h1>Hi Ada</h1><p><b>New</b></p>',
    own: '<h1>Hello </h1><p><b>New</b></p>',
  },
  'moves a link out of a headline': {
    page: '<h1>Hello <a href="/more">More</a></h1><p></p>',
    item: {},
    change: (main) => main.lastElementChild?.append(main.querySelector('a') as Element),
    shown: '<h1>Hi Ada</h1><p><a href="/more">More</a></p>',
    own: '<h1>Hello </h1><p><a href="/more">More</a></p>',
  },
}

describe('a page that', () => {
  test.for(Object.entries(changes))('%s', async ([, { page: html, item, change, shown, own }], { visit }) => {
    const page = await visit({
      body: `<main>${html}</main><script>window.form = document.querySelector('#form')</script>`,
      content: [{ selector: 'h1', type: 'text', payload: 'Hi Ada', ...item }],
    })
    const inside = () => document.querySelector('main')?.innerHTML
    await page.run(() => motif.ready)
    await page.until(() => document.querySelector('h1')?.textContent?.includes('Hi Ada'))
    await page.until(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/follow-')),
    )
    await page.run(waitForFrames, 5)
    await page.evaluate(
      `void (${String(change).replace(/^change\(/, 'function change(')})(document.querySelector('main'))`,
    )
    await page.run(waitForFrames, 12)
    const now = await page.run(inside)
    await page.run(() => motif.stop())
    expect({ now, own: await page.run(inside) }).toEqual({ now: shown ?? now, own })
    expect(await page.complaints()).toEqual([])
  })
})
