import { describe, expect } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { watchPaints } from '../support/paints.ts'
import { type Scenario, test } from '../support/visit.ts'

const personal: Scenario = {
  before: watchPaints('h1'),
  tag: 'inline',
  attributes: { 'data-hide': 'h1,h2', 'data-timeout': '8000' },
  body: '<h1>Welcome</h1><h2>Second</h2><p>Rest</p>',
  content: [
    { selector: 'h1', type: 'text', payload: 'Hello Ada' },
    { selector: 'h2', type: 'text', payload: 'Hello again' },
  ],
}

const sees = (text: string) => window.paints.at(-1) === text
/** A short timeout may be over before a busy machine paints for the first time. */
const textsSeen = () => window.paints.filter(Boolean)
const hasNothingHidden = () =>
  [...document.querySelectorAll('h1, h2, p')].every((element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  )

describe.each(['inline', 'loader'] as const)('with the %s tag', (tag) => {
  test('the original is never seen when the record arrives within the timeout', async ({ visit }) => {
    const page = await visit({ ...personal, tag, record: { delayMs: 500 } })
    await page.until(sees, 'Hello Ada')
    expect(await page.run(() => window.paints)).toEqual(['', 'Hello Ada'])
    await page.until(hasNothingHidden)
    expect(await page.complaints()).toEqual([])
  })

  test('the rest of the page is to be seen meanwhile', async ({ visit }) => {
    const page = await visit({ ...personal, tag, before: watchPaints('p'), record: { hangs: true } })
    await page.until(sees, 'Rest')
    expect(await page.run(hasNothingHidden)).toBe(false)
  })
})

/** Only the time tells that nothing will come. */
const silences: Record<string, Partial<Scenario>> = {
  'the record never comes': { record: { hangs: true } },
  'snippet.js never comes': { tag: 'inline', files: { hangs: true } },
}

const never = { record: { hangs: true }, tag: 'inline' } as const
const script = { type: 'text/javascript' }

/** It is known that nothing will come. */
const failures: Record<string, Partial<Scenario>> = {
  'the record fails': { record: { status: 500 } },
  'the record is not there': { record: { status: 404 } },
  'the record is garbage': { record: { says: '<html>Hello</html>' } },
  'the record is null': { record: { says: 'null' } },
  'the record is an array': { record: { says: '[]' } },
  'the record has no lists': { record: { says: '{"pattern":"x","content":5,"analytics":"y"}' } },
  'the record has lists of nothing': { record: { says: '{"content":[null,1,{},[]],"analytics":[null,{}]}' } },
  'the record is not there, and snippet.js never comes': {
    tag: 'inline',
    record: { status: 404 },
    files: { hangs: true },
  },
  'snippet.js is not there': { ...never, files: { status: 404 } },
  'snippet.js is garbage': { ...never, files: { says: '<html>Hello</html>' } },
  'snippet.js is of a wrong type': { ...never, files: { says: '1', type: 'text/html' } },
  'snippet.js is no script': { ...never, files: { says: '{', ...script } },
  'snippet.js throws': { ...never, files: { says: 'throw 1', ...script } },
  'a blocker has put an empty script in the place of snippet.js': {
    ...never,
    files: { says: '', ...script },
  },
  'a policy of the page forbids snippet.js': {
    ...never,
    headers: { 'content-security-policy': "script-src 'unsafe-inline'" },
  },
}

/** No time-out is so long that a test would pass by it. */
const attributesWithoutEnd = { ...personal.attributes, 'data-timeout': '600000' }

describe('the page is revealed as it is when', () => {
  test.for(Object.entries(silences))('%s', async ([, silence], { visit }) => {
    const attributes = { ...personal.attributes, 'data-timeout': '400' }
    const page = await visit({ ...personal, attributes, waitUntil: 'none', ...silence })
    await page.until(sees, 'Welcome')
    await page.until(hasNothingHidden)
  })

  test.for(Object.entries(failures))('%s, at once', async ([, failure], { visit }) => {
    const page = await visit({ ...personal, attributes: attributesWithoutEnd, waitUntil: 'none', ...failure })
    await page.until(sees, 'Welcome')
    await page.until(hasNothingHidden)
  })

  test('Motif is unreachable', async ({ visit }) => {
    const host = `http://127.0.0.1:${await freePort()}`
    const page = await visit({ ...personal, attributes: attributesWithoutEnd, host })
    await page.until(sees, 'Welcome')
    await page.until(hasNothingHidden)
  })

  test('the record has nothing for a hidden element', async ({ visit }) => {
    const page = await visit({
      ...personal,
      content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
    })
    await page.until(sees, 'Hello Ada')
    await page.until(hasNothingHidden)
  })

  test('an item of it is refused', async ({ visit }) => {
    const page = await visit({
      ...personal,
      content: [
        { selector: 'h1', type: 'html', payload: '<script>1</script>' },
        { selector: 'h2', type: 'href', payload: 'javascript:1' },
      ],
    })
    await page.until(sees, 'Welcome')
    await page.until(hasNothingHidden)
  })
})

test('garbage, failures and silence put no error into the page', async ({ visit }) => {
  const records = [{ status: 500 }, { says: 'null' }, { says: '{"content":[null,{"selector":5}]}' }]
  const pages = await Promise.all(records.map((record) => visit({ ...personal, record })))
  for (const page of pages) {
    await page.until(hasNothingHidden)
    const empty = { applied: [], missing: [], refused: [], contested: [] }
    expect(await page.run(() => motif.ready)).toEqual(empty)
  }
  // A timer begun after Motif's own, and as long: it ends after items without a match were said to be missing.
  const whenMissed = () => new Promise<void>((resolve) => setTimeout(resolve, 5000))
  await Promise.all(pages.map((page) => page.run(whenMissed)))
  for (const page of pages) expect(await page.complaints()).toEqual([])
})

const odd = [{ toString: 1 }, { toString: null }, [], 5, null, true]
const oddItems = odd.flatMap((value) => [
  { selector: value, type: 'text', payload: 'x' },
  { selector: 'h2', type: value, payload: 'x' },
  { selector: 'h2', type: 'href', payload: value },
  { id: value, selector: value, type: 'click' },
  { id: 'odd', selector: 'h1', type: value },
])

test('one bad item of a record stops no other, of neither list', async ({ visit }) => {
  const hello = { selector: 'h1', type: 'text', payload: 'Hello Ada' } as const
  const seen = { id: 'seen', selector: 'h1', type: 'view' } as const
  const page = await visit({
    ...personal,
    attributes: attributesWithoutEnd,
    content: [...oddItems, hello, ...oddItems] as never,
    analytics: [...oddItems, seen, ...oddItems] as never,
  })
  await page.until(sees, 'Hello Ada')
  await page.click('h1')
  await expect
    .poll(() => page.batches.flatMap(({ events }) => events.map(({ item }) => item)))
    .toContain('seen')
  expect(await page.complaints()).toEqual([])
})

test('a record after the timeout is applied all the same', async ({ visit }) => {
  const attributes = { ...personal.attributes, 'data-timeout': '200' }
  const page = await visit({ ...personal, attributes, record: { delayMs: 900 } })
  await page.until(sees, 'Hello Ada')
  expect(await page.run(textsSeen)).toEqual(['Welcome', 'Hello Ada'])
})

test('a record after the timeout changes nothing where the tag says so', async ({ visit }) => {
  const attributes = { ...personal.attributes, 'data-timeout': '200', 'data-late': 'skip' }
  const page = await visit({ ...personal, attributes, record: { delayMs: 900 } })
  await page.until(sees, 'Welcome')
  expect(await page.run(async () => (await motif.ready).applied)).toEqual([])
  await page.run(async () => {
    for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame)
  })
  expect(await page.run(textsSeen)).toEqual(['Welcome'])
})

test('two items with one selector reveal it when both are applied', async ({ visit }) => {
  const page = await visit({
    ...personal,
    attributes: { 'data-hide': 'h1', 'data-timeout': '8000' },
    record: { delayMs: 500 },
    content: [
      { selector: 'h1', type: 'text', payload: 'First' },
      { selector: 'h1', type: 'html', payload: '<em>Second</em>' },
    ],
  })
  await page.until(sees, 'Second')
  expect(await page.run(() => window.paints)).toEqual(['', 'Second'])
})

describe('what is hidden so that it does not move, because a text above may be longer', () => {
  const below: Scenario = {
    ...personal,
    before: watchPaints('h2'),
    attributes: { 'data-hide': '#hero,h2', 'data-timeout': '600000' },
    body: '<div id="hero"><h1>Welcome</h1><p>Lead</p></div><h2>Below</h2>',
    content: [
      { selector: 'h1', type: 'text', payload: 'Hello Ada' },
      { selector: '#hero p', type: 'html', payload: '<b>One</b><br>two' },
      { selector: '.later', type: 'text', payload: 'Later' },
    ],
  }
  const shown = () =>
    [...document.querySelectorAll('h1,h2,p')].filter((one) =>
      one.checkVisibility({ visibilityProperty: true }),
    ).length

  test('stays hidden until what is above is there, and is shown then, once', async ({ visit }) => {
    const come = Promise.withResolvers<void>()
    const page = await visit({ ...below, files: { only: '/html-', after: come.promise }, waitUntil: 'none' })
    await page.until(() => document.querySelector('h1')?.textContent === 'Hello Ada')
    await page.run(async () => {
      for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame)
    })
    expect(await page.run(shown)).toBe(0)
    come.resolve()
    await page.until(sees, 'Below')
    expect(await page.run(() => document.querySelector('#hero')?.textContent)).toBe('Hello AdaOnetwo')
    expect(await page.run(shown)).toBe(3)
    await page.run(() => document.querySelector('#hero')?.insertAdjacentHTML('beforeend', '<p>Another</p>'))
    await page.until(() => document.querySelectorAll('#hero p b').length === 2)
    expect(await page.run(() => window.paints)).toEqual(['', 'Below'])
  })

  test('is shown with the rest where the file for what is above does not come', async ({ visit }) => {
    const page = await visit({ ...below, files: { only: '/follow-', status: 404 } })
    await page.until(sees, 'Below')
    expect(await page.run(shown)).toBe(3)
  })

  test('is shown after the time-out where nothing is found', async ({ visit }) => {
    const attributes = { ...below.attributes, 'data-timeout': '700' }
    const page = await visit({
      ...below,
      attributes,
      content: [{ selector: '.no', type: 'text', payload: 'x' }],
    })
    await page.until(sees, 'Below')
  })
})

test('an invalid selector to hide neither breaks the page nor hides it for good', async ({ visit }) => {
  const page = await visit({ ...personal, attributes: { 'data-hide': 'h1,h2[,:nonsense(' } })
  await page.until(sees, 'Hello Ada')
  await page.until(hasNothingHidden)
  expect(await page.complaints()).toEqual([])
})
