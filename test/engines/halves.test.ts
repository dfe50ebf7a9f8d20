import { expect } from 'vitest'
import type { ContentItem } from '../../wire/record.ts'
import { arriveAtPause } from '../support/arrive.ts'
import { waitForFrames } from '../support/frames.ts'
import { pictures } from '../support/hydration.ts'
import { test } from '../support/visit.ts'

/** A target, what its item makes of it, and behind which text of either the server pauses. */
interface Half {
  own: string
  item: Pick<ContentItem, 'type' | 'payload'>
  behind: string
}

const text = { type: 'text', payload: 'Hello Ada and friends' } as const
const html = { type: 'html', payload: 'Only for <b>Acme and</b> the others' } as const

/** By the edge the page comes with what the items say. */
const byEdge: Record<string, Half> = {
  'a text': { own: 'Welcome', item: text, behind: 'Hello A' },
  'a text, before its first word': { own: 'Welcome', item: text, behind: 'data-motif-text="Welcome">' },
  'a text in formatting': { own: 'Meet <em>Launch</em> now', item: text, behind: 'and friends' },
  'a text in formatting, before its last word': {
    own: 'Meet <em>Launch</em> now',
    item: text,
    behind: '<em>',
  },
  'a text in a link': { own: '<a href="/x">Welcome</a>', item: text, behind: 'Hello A' },
  'HTML of which nothing has come': { own: 'Made for <i>all</i>', item: html, behind: '<main>' },
  'HTML, in its first words': { own: 'Made for <i>all</i>', item: html, behind: 'Only f' },
  'HTML, in an element': { own: 'Made for <i>all</i>', item: html, behind: 'Acme' },
  'HTML, in its last words': { own: 'Made for <i>all</i>', item: html, behind: 'the ot' },
  'HTML, between its elements': { own: 'Made for <i>all</i>', item: html, behind: '</b>' },
}

/** By the tag it comes with the page's own. */
const byTag: Record<string, Half> = {
  'a text of which nothing has come': { own: 'Welcome', item: text, behind: '<h1>' },
  'a text': { own: 'Welcome, dear friend', item: text, behind: 'Welcome, d' },
  'a text, but for its last sign': { own: 'Welcome!', item: text, behind: 'Welcome' },
  'a text with elements': { own: 'Welcome, <b>dear</b> friend', item: text, behind: '<b>de' },
  'HTML, in a text': { own: 'Made for <i>all</i> and more', item: html, behind: 'and m' },
  'HTML, in an element': { own: 'Made for <i>all of you</i> and more', item: html, behind: 'all of' },
}

for (const [way, halves] of Object.entries({ edge: byEdge, tag: byTag }))
  test.for(Object.entries(halves))(
    `a target that has come half, by the ${way}, is given back whole: %s`,
    async ([, { own, item, behind }], { visit, engine }) => {
      // WebKit may run no asynchronous script before it has more of the page.
      if (engine === 'webkit') return
      const rest = Promise.withResolvers<void>()
      const page = await visit({
        tag: 'snippet',
        waitUntil: 'none',
        ...(way === 'edge' && { edge: {} }),
        body: `<main><p>First</p><h1>${own}</h1><p>Last</p></main>`,
        content: [
          { selector: 'main p', type: 'text', payload: 'Ada' },
          { ...item, selector: 'main h1' },
        ],
        pause: { behind, until: rest.promise },
      })
      await arriveAtPause(page)
      await page.until(() => !!motif.version)
      await page.run(waitForFrames, 5)
      rest.resolve()
      await page.until(() => document.readyState === 'complete')
      await page.run(waitForFrames, 5)
      expect(await page.text('h1')).toBe(item.payload.replace(/<[^>]*>/g, ''))
      expect((await page.run(() => motif.ready)).applied).toEqual([0, 1])
      await page.run(() => motif.stop())
      expect(await page.run(() => document.querySelector('h1')?.outerHTML)).toBe(`<h1>${own}</h1>`)
      expect(await page.complaints()).toEqual([])
    },
  )

test.for(['before', 'while'])(
  'a target that has come half, when a script has put something behind it, is given back whole: %s the file follow comes',
  async (when, { visit, engine }) => {
    if (engine === 'webkit') return
    const rest = Promise.withResolvers<void>()
    const record = Promise.withResolvers<void>()
    const follow = Promise.withResolvers<void>()
    const own = 'Welcome, <b>dear</b> friend'
    const page = await visit({
      waitUntil: 'none',
      body: `<main><h1>${own}</h1><p>Last</p></main>`,
      content: [{ ...text, selector: 'main h1' }],
      record: { after: record.promise },
      files: { only: '/follow-', after: follow.promise },
      pause: { behind: '<b>d', until: rest.promise },
    })
    await arriveAtPause(page)
    await page.until(() => !!document.querySelector('main b') && !!motif.version)
    await page.run(() => document.body.append(document.createElement('hr')))
    record.resolve()
    await page.until((words) => document.querySelector('h1')?.textContent === words, text.payload)
    if (when === 'while') follow.resolve()
    rest.resolve()
    await page.until(() => document.readyState === 'complete')
    await page.run(waitForFrames, 5)
    expect(await page.text('h1')).toBe(text.payload)
    await page.run(() => motif.stop())
    expect(await page.run(() => document.querySelector('h1')?.innerHTML)).toBe(own)
    expect(await page.complaints()).toEqual([])
    follow.resolve()
  },
)

test('a target that comes in a hundred pieces is given back whole', async ({ visit, engine }) => {
  if (engine === 'webkit') return
  const rest = Promise.withResolvers<void>()
  const own = '<b>Made</b> for many, and more'
  const page = await visit({
    tag: 'snippet',
    waitUntil: 'none',
    body: `<main><p>First</p><div>${own}</div><p>Last</p></main>`,
    content: [
      { selector: 'main p', type: 'text', payload: 'Ada' },
      // The edge leaves it to the script.
      { selector: 'div:has(b)', type: 'text', payload: 'Hello Ada' },
    ],
    edge: {},
    pause: { behind: '</b> for many', until: rest.promise },
  })
  await arriveAtPause(page)
  // A script has put something behind it: so it may have arrived, or not.
  await page.until(() => !!document.querySelector('div')?.firstElementChild && !!motif.version)
  await page.run(() => document.body.append(document.createElement('hr')))
  await page.until(() => document.querySelector('div')?.textContent === 'Hello Ada')
  // As the parser appends them: the page's observers hear of each piece before the next one comes.
  await page.run(async () => {
    for (let piece = 0; piece < 100; piece++) {
      const div = document.querySelector('div') as Element
      if (piece % 2) (div.lastChild as Text).data += 'x'
      else div.append(document.createElement('i'), 'y')
      await undefined
    }
  })
  rest.resolve()
  await page.until(() => document.readyState === 'complete')
  await page.run(waitForFrames, 5)
  expect((await page.run(() => motif.ready)).applied).toEqual([0, 1])
  await page.run(() => motif.stop())
  expect(await page.text('div')).toBe(`Made for many${'yx'.repeat(50)}, and more`)
  expect(await page.complaints()).toEqual([])
})

test('by the edge, what comes after stop() gets the page’s own back', async ({ visit, engine }) => {
  if (engine === 'webkit') return
  const rest = Promise.withResolvers<void>()
  const own = '<p>First</p><h1>Welcome</h1><a href="/own">Go</a><img src="/old.svg">'
  const page = await visit({
    tag: 'snippet',
    waitUntil: 'none',
    assets: pictures,
    body: `<main>${own}</main>`,
    content: [
      { selector: 'main p', type: 'text', payload: 'Ada' },
      { selector: 'main h1', type: 'text', payload: 'Hello Ada' },
      { selector: 'main a', type: 'href', payload: '/ada' },
      { selector: 'main img', type: 'src', payload: '/new.svg' },
    ],
    edge: {},
    pause: { behind: 'Hello A', until: rest.promise },
  })
  await arriveAtPause(page)
  await page.until(() => document.querySelector('h1')?.textContent === 'Hello A' && !!motif.version)
  await page.until(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/follow-')),
  )
  await page.run(waitForFrames, 5)
  await page.run(() => motif.stop())
  rest.resolve()
  await page.until(() => document.readyState === 'complete')
  await page.run(waitForFrames, 5)
  expect(await page.run(() => document.querySelector('main')?.innerHTML)).toBe(own)
  expect(await page.complaints()).toEqual([])
})

test('a target into which nothing has come, with a script’s element behind it, is given back', async ({
  visit,
  engine,
}) => {
  if (engine === 'webkit') return
  const rest = Promise.withResolvers<void>()
  const follow = Promise.withResolvers<void>()
  const page = await visit({
    waitUntil: 'none',
    body: '<main><p>First</p><h1>Welcome</h1></main>',
    content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
    files: { only: '/follow-', after: follow.promise },
    pause: { behind: '<h1>', until: rest.promise },
  })
  await arriveAtPause(page)
  await page.until(() => !!document.querySelector('h1') && !!motif.version)
  await page.run(() => document.body.append(document.createElement('hr')))
  await page.until(() => document.querySelector('h1')?.textContent === 'Hello Ada')
  rest.resolve()
  await page.until(() => document.readyState === 'complete')
  expect(await page.text('h1')).toBe('Hello Ada')
  await page.run(() => motif.stop())
  expect(await page.text('h1')).toBe('Welcome')
  follow.resolve()
})
