import { describe, expect } from 'vitest'
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

const opacities = () =>
  ['html', 'h1', 'h2', 'p']
    .map((name) => getComputedStyle(document.querySelector(name) as Element).opacity)
    .join()

test('the page is hidden from the tag until the record is there, then what is not done, at the time-out nothing', async ({
  visit,
}) => {
  const record = Promise.withResolvers<void>()
  const picture = Promise.withResolvers<void>()
  const page = await visit({
    tag: 'inline',
    waitUntil: 'none',
    attributes: { 'data-timeout': '600000' },
    record: { after: record.promise },
    body: '<h1>Welcome</h1><h2>Second <img src="/own.svg" alt=""></h2><p>Rest</p>',
    assets: {
      '/own.svg': { body: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
      '/ada.svg': { body: '<svg xmlns="http://www.w3.org/2000/svg"/>', after: picture.promise },
    },
    content: [
      { selector: 'h1', type: 'text', payload: 'Hello Ada' },
      { selector: 'img', type: 'src', payload: '/ada.svg' },
    ],
  })
  await page.until(() => document.querySelector('p') !== null)
  expect(await page.run(opacities)).toBe('0,1,1,1')
  // Scripts of the page can measure and focus.
  expect(await page.run(() => document.querySelector('h1')?.getBoundingClientRect().height)).toBeGreaterThan(
    0,
  )
  record.resolve()
  await page.until(() => document.querySelector('h1')?.textContent === 'Hello Ada')
  expect(await page.run(opacities)).toBe('1,1,1,1')
  const opacityOfPicture = () => getComputedStyle(document.images[0] as Element).opacity
  expect(await page.run(opacityOfPicture)).toBe('0')
  picture.resolve()
  await page.until(() => getComputedStyle(document.images[0] as Element).opacity === '1')
})

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

describe.each([
  ['what data-hide names', personal.attributes ?? {}],
  ['the page', {}],
])('%s is revealed as it is when', (_, hiding) => {
  test.for(Object.entries(silences))('%s', async ([, silence], { visit }) => {
    const attributes = { ...hiding, 'data-timeout': '400' }
    const page = await visit({ ...personal, attributes, waitUntil: 'none', ...silence })
    await page.until(sees, 'Welcome')
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

test.for(Object.entries(failures))('the page is revealed at once when %s', async ([, failure], { visit }) => {
  // So long that no test would pass by it.
  const attributes = { 'data-timeout': '600000' }
  const page = await visit({ ...personal, attributes, waitUntil: 'none', ...failure })
  await page.until(sees, 'Welcome')
  await page.until(hasNothingHidden)
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

test('an invalid selector to hide neither breaks the page nor hides it for good', async ({ visit }) => {
  const page = await visit({ ...personal, attributes: { 'data-hide': 'h1,h2[,:nonsense(' } })
  await page.until(sees, 'Hello Ada')
  await page.until(hasNothingHidden)
  expect(await page.complaints()).toEqual([])
})
