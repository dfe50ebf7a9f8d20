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

test('marks that the page itself contains are its own affair, with the edge and without it', async ({
  visit,
}) => {
  const own = `<h1 data-motif="text" data-motif-text="evil">Ada</h1><p data-motif="text" data-motif-text="evil">Own <i class="w">words</i></p><a href="/own" data-motif-href="/evil" data-motif>A</a>`
  for (const edge of [undefined, {}]) {
    const page = await visit({
      ...(edge && { edge }),
      body: `<main>${own}</main>`,
      content: [
        { selector: 'main > h1:last-of-type', type: 'text', payload: 'Ada' },
        { selector: 'main > p', type: 'text', payload: 'For Ada' },
        { selector: 'main > a', type: 'href', payload: '/ada' },
      ],
    })
    expect(await page.run(() => motif.ready)).toEqual({ ...empty, applied: [0, 1, 2] })
    await page.run(() => motif.stop())
    const given = await page.run(() => document.querySelector('main')?.innerHTML)
    // Where the edge has written, it has removed the page's.
    expect(given).toBe(
      edge
        ? own.replace(/ data-motif-href="\/evil" data-motif/, '')
        : own.replace('data-motif>', 'data-motif="">'),
    )
    expect(await page.complaints()).toEqual([])
  }
})

test('an attribute without a value takes no mark for it', async ({ visit }) => {
  const own =
    '<input placeholder=x value=><a href=>A</a><a class="b" href="/b" target=>B</a><h1 class=>C</h1>'
  const page = await visit({
    edge: {},
    body: `<main>${own}</main>`,
    content: [
      { selector: 'main > input', type: 'text', payload: 'Your name, Ada' },
      { selector: 'main > a', type: 'text', payload: 'For Ada' },
      { selector: 'main > .b', type: 'href', payload: '/ada' },
      { selector: 'main > h1', type: 'text', payload: 'Ada' },
    ],
  })
  expect(await page.run(() => motif.ready)).toEqual({ ...empty, applied: [0, 1, 2, 3] })
  const values = () =>
    [...document.querySelectorAll('main *')].map((one) =>
      ['value', 'href', 'target', 'class'].map((name) => one.getAttribute(name)).join(),
    )
  expect(await page.run(values)).toEqual([',,,', ',,,', ',/ada,,b', ',,,'])
  await page.run(() => motif.stop())
  expect(await page.run(() => document.querySelector('main')?.innerHTML)).toBe(
    '<input placeholder="x" value=""><a href="">A</a><a class="b" href="/b" target="">B</a><h1 class="">C</h1>',
  )
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

test.for<[string, string, ContentItem, ContentItem]>([
  ['a text', '<h1 class="t">Own</h1>', hello('.t', 'text', 'Ada'), hello('#late', 'text', 'Later')],
  [
    'an address',
    '<a class="t" href="/own">A</a>',
    hello('.t', 'href', '/ada'),
    hello('#late', 'href', '/later'),
  ],
])(
  'what another item finds after the edge is that item’s, and the page’s own is given back: %s',
  async ([, own, first, later], { visit }) => {
    const script = `<script>document.querySelector('.t').id = 'late'</script>`
    const scenario: Scenario = { body: `<main>${own}</main>${script}`, content: [first, later] }
    const byTag = await outcome(await visit(scenario))
    const byEdge = await outcome(await visit({ ...scenario, edge: {} }))
    expect(byEdge).toEqual(byTag)
    expect(byTag.given).toBe(own.replace('>', ' id="late">'))
  },
)

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

test.for<[string, string, ContentItem]>([
  ['a text', '<h1 class="t">Own <b>words</b></h1>', hello('.t', 'text', 'Ada')],
  ['HTML', '<h1 class="t"><b>O</b>wn</h1>', hello('.t', 'html', '<i>A</i>da')],
])('what no item finds any more after the edge is given back: %s', async ([, own, item], { visit }) => {
  const page = await visit({
    edge: {},
    body: `<main>${own}</main><script>document.querySelector('.t').className = 'u'</script>`,
    content: [item],
  })
  expect((await outcome(page)).given).toBe(own.replace('"t"', '"u"'))
})

test('a link of the edge that the page decorates before the script comes stays decorated, and gives the own one back', async ({
  visit,
}) => {
  const page = await visit({
    edge: {},
    body: `<main><a class="t" href="/own">A</a></main><script>document.querySelector('.t').href += '?utm=x'</script>`,
    content: [hello('.t', 'href', '/ada')],
  })
  const address = () => page.run(() => document.querySelector('.t')?.getAttribute('href'))
  expect(await page.run(() => motif.ready)).toMatchObject({ applied: [0] })
  expect(await address()).toMatch(/\/ada\?utm=x$/)
  await page.run(() => motif.stop())
  expect(await address()).toBe('/own')
})

test('HTML of the edge is given back to a page that stops as soon as it is told', async ({ visit }) => {
  const own = '<h1 class="t"><b>O</b>wn</h1>'
  const page = await visit({
    edge: {},
    before: () => document.addEventListener('motif:applied', () => motif.stop()),
    body: `<main>${own}</main>`,
    content: [hello('.t', 'html', '<i>A</i>da')],
  })
  await page.until((html) => document.querySelector('main')?.innerHTML === html, own)
})

test.for<[string, string, string, ContentItem]>([
  [
    'letter by letter',
    'h.replaceChildren(...[...h.textContent].map((one) => Object.assign(document.createElement("i"), { textContent: one })))',
    'Hello Ada',
    hello('.t', 'text', 'Hello Ada'),
  ],
  [
    'in capitals',
    'h.textContent = h.textContent.toUpperCase()',
    'HELLO ADA',
    hello('.t', 'html', 'Hello <b>Ada</b>'),
  ],
])(
  'what the page has made of the edge’s words, before the tag comes, stays and is not its own: %s',
  async ([, script, shown, item], { visit }) => {
    const page = await visit({
      edge: {},
      body: `<main><h1 class="t">Own <em>words</em></h1></main><script>{const h = document.querySelector('h1'); ${script}}</script>`,
      content: [item],
    })
    await page.until(() => document.readyState === 'complete')
    expect((await page.run(() => motif.ready)).applied).toEqual([0])
    expect(await page.text('h1')).toBe(shown)
    await page.run(() => motif.stop())
    expect(await page.text('h1')).toBe('Own words')
  },
)
