import { describe, expect } from 'vitest'
import { hiddenOf } from '../support/frames.ts'
import { type Scenario, test } from '../support/visit.ts'

const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9"/>'

/** What a page does after the first writes, before the file `follow` has come. */
interface Change {
  page: Scenario
  /** The target, once the first writes are made. */
  first: string
  change(): void
  /** The main part of the page once `follow` has come, and what `stop()` leaves. */
  ends: string
  own: string
}

const page: Scenario = {
  body: '<main><h1 class="a">Welcome</h1></main>',
  content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
}

const changes: Record<string, Change> = {
  'writes over the target': {
    page,
    first: '<h1 class="a">Hello Ada</h1>',
    change: () => {
      document.querySelector('h1')?.replaceChildren('Good evening')
    },
    ends: '<h1 class="a">Hello Ada</h1>',
    own: '<h1 class="a">Good evening</h1>',
  },
  'makes the target anew': {
    page,
    first: '<h1 class="a">Hello Ada</h1>',
    change: () => {
      document.querySelector('main')?.replaceChildren()
      document.querySelector('main')?.insertAdjacentHTML('beforeend', '<h1>Good evening</h1>')
    },
    ends: '<h1>Hello Ada</h1>',
    own: '<h1>Good evening</h1>',
  },
  'clones the target': {
    page,
    first: '<h1 class="a">Hello Ada</h1>',
    change: () => {
      const [target] = document.querySelectorAll('h1')
      target?.after(target.cloneNode(true))
    },
    ends: '<h1 class="a">Hello Ada</h1><h1 class="a">Hello Ada</h1>',
    own: '<h1 class="a">Welcome</h1><h1 class="a">Welcome</h1>',
  },
  'clones the target and writes it in other letters': {
    page,
    first: '<h1 class="a">Hello Ada</h1>',
    change: () => {
      const [target] = document.querySelectorAll('h1')
      const clone = target?.cloneNode() as Element
      clone.append('HELLO ADA')
      target?.after(clone)
    },
    ends: '<h1 class="a">Hello Ada</h1><h1 class="a">HELLO ADA</h1>',
    own: '<h1 class="a">Welcome</h1><h1 class="a">Welcome</h1>',
  },
  'writes one of two cards and clones both': {
    page: {
      body: '<main><section class="list"><h3 class="a">One</h3><h3 class="b">Two</h3></section></main>',
      content: [{ selector: 'h3', type: 'text', payload: 'Hello Ada' }],
    },
    first: '<section class="list"><h3 class="a">Hello Ada</h3><h3 class="b">Hello Ada</h3></section>',
    change: () => {
      const [list] = document.querySelectorAll('section')
      list?.querySelector('h3')?.replaceChildren('One, renewed')
      const clone = list?.cloneNode(true) as Element
      for (const one of [clone, ...clone.children]) one.className = 'new'
      list?.after(clone)
    },
    ends: '<section class="list"><h3 class="a">Hello Ada</h3><h3 class="b">Hello Ada</h3></section><section class="new"><h3 class="new">Hello Ada</h3><h3 class="new">Hello Ada</h3></section>',
    own: '<section class="list"><h3 class="a">One, renewed</h3><h3 class="b">Two</h3></section><section class="new"><h3 class="new">One, renewed</h3><h3 class="new">Two</h3></section>',
  },
  'removes the target': {
    page,
    first: '<h1 class="a">Hello Ada</h1>',
    change: () => {
      document.querySelector('h1')?.remove()
      document.querySelector('main')?.append('Text')
    },
    ends: 'Text',
    own: 'Text',
  },
  'wraps the letters of the text': {
    page,
    first: '<h1 class="a">Hello Ada</h1>',
    change: () => {
      const [target] = document.querySelectorAll('h1')
      const letters = [...(target?.textContent ?? '')].map((letter) => `<i>${letter}</i>`)
      if (target) target.innerHTML = letters.join('')
    },
    ends: `<h1 class="a">${[...'Hello Ada'].map((letter) => `<i>${letter}</i>`).join('')}</h1>`,
    own: '<h1 class="a"><i>Welcome</i><i></i><i></i><i></i><i></i><i></i><i></i><i></i><i></i></h1>',
  },
  'is translated by the browser': {
    page,
    first: '<h1 class="a">Hello Ada</h1>',
    change: () => {
      document.documentElement.classList.add('translated-ltr')
      const [target] = document.querySelectorAll('h1')
      if (target) target.innerHTML = '<font><font>Hallo Ada</font></font>'
    },
    ends: '<h1 class="a"><font><font>Hallo Ada</font></font></h1>',
    own: '<h1 class="a"><font><font>Welcome</font></font></h1>',
  },
  'appends a sign to the text': {
    page,
    first: '<h1 class="a">Hello Ada</h1>',
    change: () => {
      const [target] = document.querySelectorAll('h1')
      ;(target?.firstChild as Text | undefined)?.appendData('™')
    },
    ends: '<h1 class="a">Hello Ada</h1>',
    own: '<h1 class="a">Welcome™</h1>',
  },
  'normalises a text that HTML of the same target then replaces': {
    page: {
      body: '<main><p>Lead <i>one</i></p></main>',
      content: [
        { selector: 'p', type: 'text', payload: 'For Ada' },
        { selector: 'p', type: 'html', payload: 'For <b>Ada</b>' },
      ],
    },
    first: '<p>For Ada<i></i></p>',
    change: () => document.querySelector('p')?.normalize(),
    ends: '<p>For <b>Ada</b></p>',
    own: '<p>Lead <i>one</i></p>',
  },
  'gives another element the class of a target': {
    page: {
      body: '<main><h1 class="a">Welcome</h1><h2>More</h2></main>',
      content: [{ selector: '.a', type: 'text', payload: 'Hello Ada' }],
    },
    first: '<h1 class="a">Hello Ada</h1><h2>More</h2>',
    change: () => document.querySelector('h2')?.classList.add('a'),
    ends: '<h1 class="a">Hello Ada</h1><h2 class="a">Hello Ada</h2>',
    own: '<h1 class="a">Welcome</h1><h2 class="a">More</h2>',
  },
  'sets another picture': {
    page: {
      body: '<main><img src="/own.svg" srcset="/own.svg 2x" alt=""></main>',
      content: [{ selector: 'img', type: 'src', payload: '/ada.svg' }],
      assets: {
        '/own.svg': { body: picture },
        '/next.svg': { body: picture },
        '/ada.svg': { body: picture },
      },
    },
    first: '<img src="/ada.svg" srcset="" alt="">',
    change: () => document.querySelector('img')?.setAttribute('src', '/next.svg'),
    ends: '<img src="/ada.svg" srcset="" alt="">',
    own: '<img src="/next.svg" srcset="/own.svg 2x" alt="">',
  },
}

/** What only `follow` changes: then it has come. */
const sign = { selector: '#sign', type: 'html', payload: '<b>Here</b>' } as const

const isMain = (html: string) => document.querySelector('main')?.innerHTML === html

describe.each(Object.entries(changes))('a page that %s before the file follow has come', (_, given) => {
  const { page: scenario, first, change, ends, own } = given

  test('ends right', async ({ visit }) => {
    const arrival = Promise.withResolvers<void>()
    const page = await visit({
      ...scenario,
      body: `${scenario.body}<p id="sign">On its way</p>`,
      content: [...(scenario.content ?? []), sign],
      waitUntil: 'none',
      files: { only: '/follow-', after: arrival.promise },
    })
    await page.until(isMain, first)
    await page.run(change)
    await page.run(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    arrival.resolve()
    await page.until(() => !!document.querySelector('#sign b'))
    await page.until(isMain, ends)
    await page.run(() => motif.stop())
    expect(await page.run(() => document.querySelector('main')?.innerHTML)).toBe(own)
    expect(await page.complaints()).toEqual([])
  })
})

test('a picture that does not load is given back before the file follow has come', async ({ visit }) => {
  const arrival = Promise.withResolvers<void>()
  const page = await visit({
    tag: 'inline',
    attributes: { 'data-hide': 'img' },
    body: '<main><img src="/own.svg" alt=""></main>',
    content: [{ selector: 'img', type: 'src', payload: '/none.svg' }],
    assets: { '/own.svg': { body: picture } },
    files: { only: '/follow-', after: arrival.promise },
    waitUntil: 'none',
  })
  const isOwn = () => document.querySelector('img')?.getAttribute('src') === '/own.svg'
  await page.until(isOwn)
  await expect.poll(() => page.run(hiddenOf, ['img'])).toEqual([])
  arrival.resolve()
  await page.run(() => motif.ready)
  expect(await page.run(isOwn)).toBe(true)
})

test('a link whose record has no items does not load the file follow', async ({ visit }) => {
  const tab = await visit({ body: '<main><h1>Welcome</h1></main>', content: [] })
  await expect.poll(() => tab.batches.some(({ report }) => report)).toBe(true)
  await tab.run(() => document.querySelector('main')?.append('More'))
  const files = tab.requests.map(({ path }) => /^\/(\w+)-/.exec(path)?.[1])
  expect(files).toContain('track')
  expect(files).not.toContain('follow')
  await tab.run(() => motif.stop())
  expect(await tab.text('main')).toBe('WelcomeMore')
  expect(await tab.complaints()).toEqual([])
})

test.for(['/follow-', '/track-', '/html-'])(
  'a file that never comes does not hold the load of the page back: %s',
  async (only, { visit }) => {
    const tab = await visit({
      body: '<main><h1>Welcome</h1></main><p id="sign">On its way</p>',
      content: [...(page.content ?? []), sign],
      files: { only, hangs: true },
      waitUntil: 'none',
    })
    await tab.until(() => document.querySelector('h1')?.textContent === 'Hello Ada')
    await expect.poll(() => tab.requests.some(({ path }) => path.startsWith(only))).toBe(true)
    await tab.until(() => document.readyState === 'complete')
    expect(await tab.complaints()).toEqual([])
  },
)

test('an element that comes before the file follow is changed before it is painted', async ({ visit }) => {
  const arrival = Promise.withResolvers<void>()
  const page = await visit({
    body: '<main><h1>Welcome</h1></main>',
    content: [
      { selector: 'h1', type: 'text', payload: 'Hello Ada' },
      { selector: '#late', type: 'text', payload: 'Here' },
    ],
    files: { only: '/follow-', after: arrival.promise },
    waitUntil: 'none',
  })
  await page.until(() => document.querySelector('h1')?.textContent === 'Hello Ada')
  const painted = await page.run(async () => {
    document.querySelector('main')?.insertAdjacentHTML('beforeend', '<p id="late">Late</p>')
    const seen: unknown[] = []
    for (let frame = 0; frame < 3; frame++) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      await new Promise((resolve) => setTimeout(resolve))
      seen.push(document.querySelector('#late')?.textContent)
    }
    return seen
  })
  expect(painted).toEqual(['Here', 'Here', 'Here'])
  arrival.resolve()
})

test('an item that was given up at one target is written into no other', async ({ visit }) => {
  const page = await visit({
    body: '<main><a href="/one">One</a><a href="/two">Two</a></main><h1>Welcome</h1>',
    before: () => {
      const { setAttribute } = Element.prototype
      Element.prototype.setAttribute = function (name, value) {
        if (this.matches('[href="/one"]')) throw new Error('not here')
        setAttribute.call(this, name, value)
      }
    },
    content: [
      { selector: 'h1', type: 'text', payload: 'Hello Ada' },
      { selector: 'a', type: 'href', payload: '/ada' },
    ],
    files: { only: '/follow-', status: 503 },
  })
  expect(await page.run(() => motif.ready)).toMatchObject({ applied: [0], refused: [1] })
  expect(await page.run(() => document.querySelector('main')?.innerHTML)).toBe(
    '<a href="/one">One</a><a href="/two">Two</a>',
  )
})
