import { describe, expect } from 'vitest'
import type { ContentItem } from '../../wire/record.ts'
import { hiddenOf } from '../support/frames.ts'
import { tags } from '../support/tag.ts'
import { type Scenario, test, type Visit } from '../support/visit.ts'

const picture = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9"><rect width="9" height="9" fill="${colour}"/></svg>`

const own = `<h1 class="t">Fish &amp; "chips" é</h1>
<p class="lead">Made for <b class="x">everybody</b>&nbsp;here.</p>
<a class="cta" href="/all?a=1&amp;b=2">Try it</a>
<img class="hero" src="/own.svg" srcset="/own.svg 2x" alt="">
<input placeholder="Your name"> <h2 class="none"></h2>
<ul><li>One</li><li class="left">Two <b class="y">parts</b></li></ul>`

/** The edge does all but the last: a text with elements in it. */
const launch: Scenario = {
  body: `<main>${own}</main>`,
  edge: {},
  attributes: { 'data-hide': 'h1.t,.lead,.cta,img.hero,input[placeholder],h2.none,li.left' },
  assets: {
    '/own.svg': { body: picture('red') },
    '/ada.svg': { body: picture('blue') },
  },
  content: [
    { selector: 'h1.t', type: 'text', payload: 'Hello Ada' },
    { selector: '.lead', type: 'html', payload: 'Made for <b class="x">Acme</b>' },
    { selector: '.cta', type: 'text', payload: 'Try it, Ada' },
    { selector: '.cta', type: 'href', payload: '/ada?x=1&y=2' },
    { selector: 'img.hero', type: 'src', payload: '/ada.svg' },
    { selector: 'input[placeholder]', type: 'text', payload: 'Ada' },
    { selector: 'h2.none', type: 'text', payload: 'Second' },
    { selector: 'li.left', type: 'text', payload: 'For Ada' },
  ],
  analytics: [{ id: 'hero', selector: 'h1.t', type: 'view' }],
}
const all = [0, 1, 2, 3, 4, 5, 6, 7]
const empty = { missing: [], refused: [], contested: [] }

const isApplied = () => document.querySelector('li.left')?.textContent?.trim() === 'For Ada'
const askedFor = (page: Visit) =>
  page.requests.map(({ path }) => path.replace(/\?.*/, '')).filter((path) => path.startsWith('/p/'))

describe.each(tags)('with the %s tag', (tag) => {
  test('what the edge did is adopted, asked for by nobody, measured, and given back', async ({ visit }) => {
    const page = await visit({ ...launch, tag })
    await page.until(isApplied)
    expect(await page.run(() => motif.ready)).toEqual({ ...empty, applied: all })
    await expect.poll(() => page.batches.some(({ events }) => events.length > 0)).toBe(true)
    expect(page.batches[0]?.report).toEqual({ ...empty, applied: all })
    expect(askedFor(page)).toEqual([])
    await page.run(() => motif.stop())
    expect(await page.run(() => document.querySelector('main')?.innerHTML)).toBe(own)
    expect(await page.complaints()).toEqual([])
  })
})

test.for([
  ['with the edge is told to be done, and given back', { edge: {} }, 'applied', 'content="Hello Ada"'],
  ['without it is left alone', {}, 'refused', 'content="Fish"'],
] as const)('what is for the link’s preview %s', async ([, by, state, shown], { visit }) => {
  const head =
    '<meta property="og:title" content="Fish &amp; chips"><meta name="twitter:title" content="Fish"><meta property="og:image" content="/own.svg">'
  const content: ContentItem[] = [
    { selector: '[property="og:title"]', type: 'text', payload: 'Hello Ada' },
    { selector: '[name="twitter:title"]', type: 'text', payload: 'Hello Ada' },
    { selector: '[property="og:image"]', type: 'src', payload: '/ada.svg' },
  ]
  const page = await visit({ ...by, head, body: '<h1>Fish</h1>', content })
  const headNow = () => document.head.innerHTML
  expect(await page.run(() => motif.ready)).toEqual({ ...empty, applied: [], [state]: [0, 1, 2] })
  expect(await page.run(headNow)).toContain(shown)
  await page.run(() => motif.stop())
  expect(await page.run(headNow)).toContain(head)
  expect(await page.complaints()).toEqual([])
})

test('before the script is there only what is left for it is hidden', async ({ visit }) => {
  const script = Promise.withResolvers<void>()
  const attributes = { ...launch.attributes, 'data-timeout': '60000' }
  const files = { after: script.promise }
  const page = await visit({ ...launch, tag: 'inline', attributes, waitUntil: 'none', files })
  await page.until(() => document.readyState !== 'loading' && !!document.querySelector('li.left'))
  const shown = ['h1', '.lead', '.lead b', '.cta', 'img', 'input', 'h2', '.left', '.left b']
  expect(await page.run(hiddenOf, shown)).toEqual(['.left', '.left b'])
  script.resolve()
  await page.until(isApplied)
  expect(await page.run(hiddenOf, shown)).toEqual([])
  expect(askedFor(page)).toEqual([])
})

test('what the edge has done stays shown while its item waits for more of the page', async ({ visit }) => {
  const rest = Promise.withResolvers<void>()
  const page = await visit({
    edge: {},
    attributes: { 'data-timeout': '60000' },
    tag: 'inline',
    body: '<ul><li class="t">One</li><li class="t" id="second">Two</li></ul><p>End</p>',
    content: [hello('.t', 'text', 'For Ada')],
    pause: { behind: 'id="second">For', until: rest.promise },
    waitUntil: 'none',
  })
  await page.until((mark) => !!document.querySelector(`li[data-motif="${mark}"]`), page.pattern)
  expect(await page.run(hiddenOf, ['li'])).toEqual([])
  rest.resolve()
  await page.until(() => document.querySelector('#second')?.textContent === 'For Ada')
  await page.until(() => document.readyState === 'complete')
  await page.run(() => motif.stop())
  expect(await page.text('ul')).toBe('OneTwo')
})

test('what the page renders over is changed again, and what it last had is given back', async ({ visit }) => {
  const page = await visit(launch)
  await page.until(isApplied)
  await page.run(() => {
    const [heading] = document.querySelectorAll('h1')
    if (heading) heading.textContent = 'Good evening'
    document.querySelector('.cta')?.setAttribute('href', '/evening')
  })
  await page.until(() => document.querySelector('h1')?.textContent === 'Hello Ada')
  await page.until(() => document.querySelector('.cta')?.getAttribute('href') === '/ada?x=1&y=2')
  await page.run(() => motif.stop())
  expect(await page.text('h1')).toBe('Good evening')
  expect(await page.run(() => document.querySelector('.cta')?.getAttribute('href'))).toBe('/evening')
})

test('what the page has written before the script came is its own', async ({ visit }) => {
  const script = `<script>document.querySelector('h1').textContent = 'Good evening'</script>`
  const page = await visit({ ...launch, body: `${launch.body}${script}` })
  await page.until(isApplied)
  expect(await page.text('h1')).toBe('Hello Ada')
  await page.run(() => motif.stop())
  expect(await page.text('h1')).toBe('Good evening')
})

test.for(tags)('the record of another pattern is ignored, with the %s tag', async (tag, { visit }) => {
  const content = [{ selector: 'h1.t', type: 'text' as const, payload: 'Hello Bob' }]
  const page = await visit({ ...launch, tag, edge: { pattern: 'another', content } })
  await page.until(isApplied)
  expect(askedFor(page)).toEqual([`/p/${page.pattern}`])
  expect(await page.text('h1')).toBe('Hello Ada')
  expect(await page.complaints()).toEqual([])
})

test('marks that somebody forged bring nothing into the page', async ({ visit }) => {
  const page = await visit({
    ...launch,
    edge: { content: [] },
    body: `<main><a class="cta" data-motif="{{pattern}} href" data-motif-href="javascript:alert(1)" href="/ada">A</a>
      <p class="lead" data-motif="{{pattern}} html" data-motif-html="<img src=x onerror=alert(1)>Own"><b>Ada</b></p>
      <i id="motif-record" data-motif="{{pattern}} text nonsense">{"pattern":1}</i></main>`,
    content: [
      { selector: '.cta', type: 'href', payload: '/ada' },
      { selector: '.lead', type: 'html', payload: '<b>Ada</b>' },
      { selector: 'main i', type: 'text', payload: 'Ada' },
    ],
  })
  expect(await page.run(() => motif.ready)).toMatchObject({ refused: [] })
  await page.run(() => motif.stop())
  const html = await page.run(() => document.querySelector('main')?.innerHTML)
  expect(html).not.toMatch(/ href="javascript|onerror=(?!alert\(1\)&gt;)/)
  expect(await page.run(() => document.querySelectorAll('[onerror]').length)).toBe(0)
  expect(await page.complaints()).toEqual([])
})

test('a picture of the edge that does not load gives the own one back', async ({ visit }) => {
  const page = await visit({ ...launch, assets: { '/own.svg': { body: picture('red') } } })
  await page.until(() => document.querySelector('img')?.getAttribute('src') === '/own.svg')
  expect(await page.run(() => document.querySelector('img')?.getAttribute('srcset'))).toBe('/own.svg 2x')
  await expect.poll(() => page.batches.at(-1)?.report?.refused).toEqual([4])
})

/** What is shown, reported and given back, by the edge and by the tag alone. */
async function outcome(page: Visit) {
  const inside = () =>
    document
      .querySelector('main')
      ?.innerHTML.replace(/<script.*?<\/script>/gs, '')
      .replace(/ data-motif[\w-]*="[^"]*"/g, '')
  await page.until(() => document.readyState === 'complete')
  const report = await page.run(() => motif.ready)
  const personal = await page.run(inside)
  await page.run(() => motif.stop())
  const given = await page.run(inside)
  const marks = await page.run(() => document.querySelectorAll('[data-motif]').length)
  return { report, personal, given, marks }
}

const hello = (selector: string, type: ContentItem['type'], payload: string): ContentItem => ({
  selector,
  type,
  payload,
})

test.for([
  ['lines', 'Own<br class="x">words<br><br>and more'],
  ['the same words twice', '<span class="a">Own</span> <span class="b">own</span>'],
  ['words deep inside', '<span class="a">\n<span class="b"><i>Own</i> </span></span><!-- c -->'],
  ['a picture of a character', 'Own <img alt="🎉"> <i></i> '],
  ['an icon alone', ' <i class="x"></i><!-- c --><img alt="" hidden="">'],
  ['comments', 'Own <!-- a --><b>words</b><!-- b --> <svg><!-- c --><path></path></svg>'],
])('what the edge does with %s is what the script does, and is given back', async ([, inside], { visit }) => {
  const own = `<h1 class="t" title="Own" aria-label="Own words">${inside}</h1>`
  const scenario: Scenario = { body: `<main>${own}</main>`, content: [hello('.t', 'text', 'For Ada')] }
  const byTag = await outcome(await visit(scenario))
  const bare = await visit({ ...scenario, edge: {}, tag: 'none' })
  expect(await bare.run(() => document.querySelector('h1')?.innerText.trim())).toMatch(
    /^For Ada(\s*For Ada)?$/,
  )
  expect(await outcome(await visit({ ...scenario, edge: {} }))).toEqual(byTag)
  expect(byTag.given).toBe(own)
})
