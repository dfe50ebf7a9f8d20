import { expect } from 'vitest'
import { test } from '../support/visit.ts'

test('every match of a selector gets the text', async ({ visit }) => {
  const page = await visit({
    body: '<p class="name">A</p><div><p class="name">B</p></div><p>C</p>',
    content: [{ selector: '.name', type: 'text', payload: 'Ada' }],
  })
  await page.until(() => document.querySelectorAll('p')[1]?.textContent === 'Ada')
  expect(await page.run(() => [...document.querySelectorAll('p')].map((p) => p.textContent))).toEqual([
    'Ada',
    'Ada',
    'C',
  ])
  expect(await page.complaints()).toEqual([])
})

test('markup in a text shows as characters', async ({ visit }) => {
  const payload = '<b>Ada</b> & <script>window.ran = 1</script>'
  const page = await visit({
    body: '<h1>Welcome</h1>',
    content: [{ selector: 'h1', type: 'text', payload }],
  })
  await page.until(() => document.querySelector('h1')?.textContent !== 'Welcome')
  expect(await page.text('h1')).toBe(payload)
  expect(await page.run(() => document.querySelector('h1')?.children.length)).toBe(0)
})

test('the text goes into the text node that the page made', async ({ visit }) => {
  const page = await visit({
    body: '<h1>Welcome</h1>',
    record: { delayMs: 200 },
    content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
  })
  await page.run(() => {
    Object.assign(window, { node: document.querySelector('h1')?.firstChild })
  })
  await page.until(() => document.querySelector('h1')?.textContent === 'Hello Ada')
  const isSame = await page.run(
    () => document.querySelector('h1')?.firstChild === (window as unknown as { node: Node }).node,
  )
  expect(isSame).toBe(true)
})

test('an element with elements inside, and an empty one, have the text alone', async ({ visit }) => {
  const page = await visit({
    body: '<h1>Welcome, <b>dear <i>friend</i></b>!</h1><h2></h2><h3><!-- none --></h3>',
    content: ['h1', 'h2', 'h3'].map((selector) => ({ selector, type: 'text', payload: `Hello ${selector}` })),
  })
  await page.until(() => document.querySelector('h3')?.textContent === 'Hello h3')
  expect(await page.text('h1')).toBe('Hello h1')
  expect(await page.text('h2')).toBe('Hello h2')
})

test("an element of which only the indentation has come keeps its words' own look", async ({
  visit,
  engine,
}) => {
  // WebKit may run no asynchronous script before it has more of the page.
  if (engine === 'webkit') return
  const body = Promise.withResolvers<void>()
  const page = await visit({
    body: '<table><tr><td>\n  ',
    rest: { after: body.promise, body: '<b>$3,000</b>\n</td></tr></table></body></html>' },
    waitUntil: 'none',
    content: [{ selector: 'td', type: 'text', payload: '$2,500' }],
  })
  // A script has put something behind it: so it may have arrived, or not.
  await page.until(() => !!document.querySelector('td') && !!motif.version)
  await page.run(() => document.body.append(document.createElement('hr')))
  await page.until(() => document.querySelector('td')?.textContent === '$2,500')
  body.resolve()
  await page.until(() => document.querySelector('b')?.textContent === '$2,500')
  expect(await page.run(() => document.querySelector('td')?.textContent?.trim())).toBe('$2,500')
})

test('a bare name that matches nothing as CSS is an id, then a data-content', async ({ visit }) => {
  const page = await visit({
    body: '<p id="headline">A</p><p data-content="headline">B</p><p data-content="lead">C</p><main>D</main>',
    content: [
      { selector: 'headline', type: 'text', payload: 'by id' },
      { selector: 'lead', type: 'text', payload: 'by data-content' },
      { selector: 'main', type: 'text', payload: 'by CSS' },
    ],
  })
  await page.until(() => document.querySelector('main')?.textContent === 'by CSS')
  expect(await page.run(() => [...document.querySelectorAll('p')].map((p) => p.textContent))).toEqual([
    'by id',
    'B',
    'by data-content',
  ])
})

test('an invalid selector harms only its own item', async ({ visit }) => {
  const page = await visit({
    body: '<h1>A</h1><h2>B</h2>',
    content: [
      { selector: 'h1', type: 'text', payload: 'one' },
      { selector: 'h1[', type: 'text', payload: 'two' },
      { selector: ':nonsense(', type: 'text', payload: 'three' },
      { selector: '', type: 'text', payload: 'four' },
      { selector: 'h2', type: 'text', payload: 'five' },
    ],
  })
  await page.until(() => document.querySelector('h2')?.textContent === 'five')
  expect(await page.text('h1')).toBe('one')
  expect(await page.run(async () => (await motif.ready).applied)).toEqual([0, 4])
  expect(await page.complaints()).toEqual([])
})

test('of two items on one target the later wins, and that is no contest', async ({ visit }) => {
  const page = await visit({
    body: '<h1 class="a b">A</h1>',
    content: [
      { selector: '.a', type: 'text', payload: 'first' },
      { selector: '.b', type: 'text', payload: 'second' },
      { selector: 'h1', type: 'html', payload: '<em>third</em>' },
    ],
  })
  await page.until(() => document.querySelector('h1')?.textContent === 'third')
  const report = await page.run(async () => {
    for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame)
    return motif.ready
  })
  expect(report.contested).toEqual([])
  expect(await page.text('h1')).toBe('third')
  await page.until(() => document.querySelector('h1 > em') !== null)
})

test('the title of the page is a target as any other', async ({ visit }) => {
  const page = await visit({
    body: '<h1>A</h1>',
    content: [{ selector: 'title', type: 'text', payload: 'Launch for Acme' }],
  })
  await page.until(() => document.title === 'Launch for Acme')
})

test('the whole page is no target, but what is in it is', async ({ visit }) => {
  const page = await visit({
    body: '<h1>Own</h1><main style="background-image: url(data:,)">Rest</main>',
    content: [
      { selector: 'html', type: 'html', payload: '<b>H</b>' },
      { selector: 'html', type: 'text', payload: 'H' },
      { selector: 'head', type: 'html', payload: '<b>H</b>' },
      { selector: 'head', type: 'text', payload: 'H' },
      { selector: 'body', type: 'html', payload: '<b>H</b>' },
      { selector: 'body', type: 'text', payload: 'H' },
      { selector: ':root', type: 'src', payload: '/h.svg' },
      { selector: 'h1', type: 'text', payload: 'Hello Ada' },
    ],
  })
  expect(await page.run(() => motif.ready)).toMatchObject({ applied: [7], refused: [0, 1, 2, 3, 4, 5, 6] })
  expect(await page.run(() => document.body.innerText)).toMatch(/^Hello Ada\s+Rest$/)
  expect(await page.run(() => document.title)).toBe('A page')
})

test('what must never be a target is left alone and refused', async ({ visit }) => {
  const names = ['script', 'style', 'template', 'embed', 'object']
  const page = await visit({
    head: '<base href="/"><link rel="canonical" href="/canonical">',
    body: `<script type="text/plain" class="t">kept</script><style class="t">p { color: red }</style>
      <template class="t">kept</template><embed class="t"><object class="t">kept</object><iframe class="t"></iframe>
      <h1>A</h1>`,
    content: [
      ...names.map((name) => ({ selector: `${name}.t`, type: 'text' as const, payload: 'window.ran = 1' })),
      { selector: 'object.t', type: 'html', payload: '<b>bold</b>' },
      { selector: 'iframe.t', type: 'html', payload: '<b>bold</b>' },
      { selector: 'embed.t', type: 'src', payload: '/embedded' },
      { selector: 'base', type: 'href', payload: 'https://elsewhere.example/' },
      { selector: 'link[rel=canonical]', type: 'href', payload: '/other' },
      { selector: 'h1', type: 'text', payload: 'done' },
    ],
  })
  const before = await page.run(() =>
    [...document.querySelectorAll('.t')].map((element) => element.outerHTML),
  )
  await page.until(() => document.querySelector('h1')?.textContent === 'done')
  const report = await page.run(() => motif.ready)
  expect(report.refused).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(report.applied).toEqual([10])
  expect(
    await page.run(() => [...document.querySelectorAll('.t')].map((element) => element.outerHTML)),
  ).toEqual(before)
  expect(await page.run(() => document.baseURI)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
  expect(page.requests.map(({ path }) => path)).not.toContain('/embedded')
})

const sign = { selector: '#sign', type: 'html', payload: '<b>Here</b>' } as const

test('somebody can type into a target that can be edited', async ({ visit }) => {
  const page = await visit({
    body: '<h1 contenteditable>Welcome</h1><p id="sign">On its way</p>',
    content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }, sign],
  })
  await page.until(() => !!document.querySelector('#sign b'))
  await page.click('h1')
  await page.type('xyz')
  await page.run(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(await page.text('h1')).toContain('xyz')
})

test('what is in a field, and what an option is sent as, stay', async ({ visit }) => {
  const page = await visit({
    body: `<form><label>Message <textarea>I would like a demo</textarea></label>
      <select name="plan"><option>Basic</option></select></form>`,
    content: [
      { selector: 'label', type: 'text', payload: 'Your words, Ada' },
      { selector: 'option', type: 'text', payload: 'For Ada' },
    ],
  })
  await page.until(() => document.querySelector('option')?.textContent === 'For Ada')
  expect(await page.run(() => document.querySelector('textarea')?.value)).toBe('I would like a demo')
  expect(await page.run(() => document.querySelector('select')?.value)).toBe('Basic')
  await page.run(() => motif.stop())
  expect(await page.run(() => document.querySelector('option')?.outerHTML)).toBe('<option>Basic</option>')
})
