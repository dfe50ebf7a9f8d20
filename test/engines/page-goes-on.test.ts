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
  'says a headline and its label in another language': {
    page: '<h1 aria-label="Hello">Hello</h1>',
    item: {},
    change(main) {
      const h1 = main.firstElementChild as Element
      h1.textContent = 'Hallo'
      h1.setAttribute('aria-label', 'Hallo')
    },
    shown: '<h1 aria-label="Hi Ada">Hi Ada</h1>',
    own: '<h1 aria-label="Hallo">Hallo</h1>',
  },
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
  'shows the words of a headline late': {
    page: '<h1><span style="display: none">Hello</span></h1>',
    item: {},
    change: (main) => main.querySelector('span')?.removeAttribute('style'),
    shown: '<h1><span>Hi Ada</span></h1>',
    own: '<h1><span>Hello</span></h1>',
  },
  'puts elsewhere what HTML has replaced': {
    page: '<h1>Hello <b id="form">form</b></h1><p></p>',
    item: { type: 'html', payload: 'Hi <i>Ada</i>' },
    change: (main) => main.lastElementChild?.append((window as never as { form: Element }).form),
    shown: '<h1>Hi <i>Ada</i></h1><p><b id="form">form</b></p>',
    own: '<h1>Hello </h1><p><b id="form">form</b></p>',
  },
  'adds to the markup of HTML': {
    page: '<h1>Hello</h1>',
    item: { type: 'html', payload: 'Hi <i>Ada</i>' },
    change(main) {
      ;(main.firstElementChild as Element).innerHTML += '<b>more</b>'
    },
    own: '<h1>Hello<b>more</b></h1>',
  },
  'appends an element whenever it is missing': {
    page: '<h1>Hello</h1>',
    item: { type: 'html', payload: 'Hi <i>Ada</i>' },
    change(main) {
      const h1 = main.firstElementChild as Element
      for (let frame = 0; frame < 4; frame++)
        setTimeout(
          () => h1.append(Object.assign(document.createElement('b'), { textContent: '!' })),
          frame * 20,
        )
    },
    own: '<h1>Hello<b>!</b></h1>',
  },
  'shows the words of an indented headline late': {
    page: '<h1> <span style="display: none">Hello</span> </h1>',
    item: {},
    change: (main) => main.querySelector('span')?.removeAttribute('style'),
    shown: '<h1><span>Hi Ada</span></h1>',
    own: '<h1> <span>Hello</span> </h1>',
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
