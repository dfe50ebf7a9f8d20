import { describe, expect } from 'vitest'
import type { ContentItem } from '../../wire/record.ts'
import { waitForFrames } from '../support/frames.ts'
import { type Scenario, test, type Visit } from '../support/visit.ts'

const svg = { body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' }

const slide = (
  name: string,
) => `<article class="slide" data-slide="${name}"><h3>Slide ${name}</h3><p>Text <i>of</i> ${name}</p>
  <img src="/${name}.svg" srcset="/${name}.svg 2x" alt=""><a href="/${name}">More of <b>${name}</b></a></article>`

const names = ['one', 'two', 'three']
const content: ContentItem[] = [
  { selector: '.slide h3', type: 'text', payload: 'Hello Ada' },
  { selector: '.slide p', type: 'html', payload: 'For <em>Acme</em>' },
  { selector: '.slide img', type: 'src', payload: '/new.svg' },
  { selector: '.slide a', type: 'href', payload: '/new' },
  { selector: '.slide a', type: 'text', payload: 'Begin' },
]
const scenario: Scenario = {
  content,
  body: `<main>${names.map(slide).join('\n')}</main>`,
  assets: Object.fromEntries([...names, 'new'].map((name) => [`/${name}.svg`, svg])),
}

const isPersonal = (html: string) => !html.includes('Slide')
const areApplied = () => {
  const slides = [...document.querySelectorAll('.slide')]
  const first = slides[0]?.innerHTML
  return (
    first?.includes('Hello Ada') &&
    first.includes('<em>Acme</em>') &&
    slides.every(({ textContent }) => textContent === slides[0]?.textContent)
  )
}

/** What carousels do with their slides; each runs in the page, and in one without Motif to compare. */
const carousels: Record<string, (root: Element) => void> = {
  'behind the last': (root) => {
    for (const slide of [...root.children]) root.append(slide.cloneNode(true))
  },
  'around, in another order': (root) => {
    const slides = [...root.children]
    for (const slide of slides.toReversed()) root.prepend(slide.cloneNode(true))
    for (const slide of slides.toReversed()) root.append(slide.cloneNode(true))
  },
  'in place of the slides themselves': (root) => {
    for (const slide of [...root.children]) slide.replaceWith(slide.cloneNode(true))
  },
  'as one': (root) => {
    root.append(...(root.cloneNode(true) as Element).children)
  },
  'of clones': (root) => {
    const first = root.children[1]?.cloneNode(true) as Element
    root.append(first)
    root.append(first.cloneNode(true))
  },
  'and moves them': (root) => {
    const clones = [...root.children].map((slide) => slide.cloneNode(true))
    root.append(...clones.toReversed())
    root.prepend(root.lastElementChild as Element)
  },
  'with a class of their own': (root) => {
    for (const slide of [...root.children]) {
      const clone = slide.cloneNode(true) as Element
      clone.classList.add('is-clone')
      clone.setAttribute('aria-hidden', 'true')
      root.append(clone)
    }
  },
}

describe('a carousel that clones personalised slides', () => {
  test.for(Object.entries(carousels))('%s is given back by stop()', async ([, turn], { visit }) => {
    const page = await visit(scenario)
    const wanted = await mirrorOf(page, turn)
    await page.until(areApplied)
    await page.evaluate(`void setTimeout(() => (${turn})(document.querySelector('main')))`)
    await page.run(waitForFrames, 5)
    await page.until(areApplied)
    expect(isPersonal(await page.text('main'))).toBe(true)
    await page.run(() => motif.stop())
    expect(await page.run(() => document.querySelector('main')?.innerHTML)).toBe(wanted)
    await expect.poll(() => page.batches.findLast(({ report }) => report)?.report?.contested).toEqual([])
    expect(await page.complaints()).toEqual([])
  })

  test('and keeps them apart for a while is given back by stop()', async ({ visit }) => {
    const page = await visit(scenario)
    await page.until(areApplied)
    await page.run(async () => {
      const root = document.querySelector('main') as Element
      const clone = root.children[1]?.cloneNode(true) as Element
      root.children[1]?.remove()
      for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame)
      root.append(clone)
      for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame)
    })
    await page.run(() => motif.stop())
    expect(
      await page.run(() => [...document.querySelectorAll('.slide')].map((found) => found.outerHTML)),
    ).toEqual([slide('one'), slide('three'), slide('two')])
  })
})

/** What a page without Motif shows after the same. */
function mirrorOf(page: Visit, turn: (root: Element) => void) {
  const own = JSON.stringify(names.map(slide).join('\n'))
  return page.evaluate(`(() => {
    const root = new DOMParser().parseFromString('<main></main>', 'text/html').querySelector('main')
    root.innerHTML = ${own}
    ;(${turn})(root)
    return root.innerHTML
  })()`)
}

test('a clone of a target that two items have gives back what the original does', async ({ visit }) => {
  const html = '<h1>Own <b>words</b></h1>'
  const page = await visit({
    body: `<main>${html}</main>`,
    content: [
      { selector: 'h1', type: 'html', payload: 'Hello <b>Ada</b>' },
      { selector: 'h1', type: 'text', payload: 'Hello Acme' },
    ],
  })
  await page.run(() => motif.ready)
  await page.until(() => document.querySelector('h1')?.textContent === 'Hello Acme')
  await page.run(() => {
    const own = document.querySelector('h1')
    own?.after(own.cloneNode(true))
    motif.stop()
  })
  expect(await page.run(() => document.querySelector('main')?.innerHTML)).toBe(html + html)
})

test('so it does where the text came first, and HTML over it', async ({ visit }) => {
  const html = '<h1>Welcome, <b>dear</b> friend</h1>'
  const page = await visit({
    body: `<main>${html}</main>`,
    content: [
      { selector: 'h1', type: 'text', payload: 'Hello Acme' },
      { selector: 'h1', type: 'html', payload: 'Hello <b>Ada</b>' },
    ],
  })
  await page.until(() => document.querySelector('h1 b')?.textContent === 'Ada')
  await page.run(() =>
    document.querySelector('h1')?.after(document.querySelector('h1')?.cloneNode(true) as Node),
  )
  await page.run(waitForFrames, 3)
  await page.run(() => motif.stop())
  expect(await page.run(() => document.querySelector('main')?.innerHTML)).toBe(html + html)
})

const card = (name: string) => `<article class="card" data-key="${name}"><h3>Card ${name}</h3></article>`

/** What pages clone that looks alike as soon as it is personal; each runs in the page, and in one without Motif. */
const alikes: Record<string, { html: string; turn: (root: Element) => void }> = {
  'headlines of different parts': {
    html: '<h3>Welcome, <b>dear</b> friend</h3><h3>Another <b>headline</b></h3>',
    turn: (root) => root.append(...[...root.children].map((one) => one.cloneNode(true)).toReversed()),
  },
  'a list of cards, with keys of their own': {
    html: `<section>${card('a')}</section><section>${card('b')}${card('c')}</section>`,
    turn: (root) => {
      const clone = root.children[1]?.cloneNode(true) as Element
      for (const found of clone.querySelectorAll('[data-key]')) found.setAttribute('data-key', 'new')
      root.append(clone)
    },
  },
  'a card that goes in the same task': {
    html: card('a') + card('b') + card('c'),
    turn: (root) => {
      const original = root.children[1] as Element
      root.append(original.cloneNode(true))
      original.remove()
    },
  },
  'a headline that stands beside it, where one in another part has such a place': {
    html: '<section><h3>One</h3></section><section><p>Before</p><h3>Two</h3></section>',
    turn: (root) => {
      const original = root.querySelector('h3') as Element
      original.after(original.cloneNode(true))
    },
  },
  'slides of the second of two lists': {
    html: '<ul><li><h3>One</h3></li><li><h3>Two</h3></li></ul><ul><li><h3>Three</h3></li><li><h3>Four</h3></li></ul>',
    turn: (root) => {
      const list = root.lastElementChild as Element
      for (const slide of [...list.children]) list.append(slide.cloneNode(true))
    },
  },
  'cards of which the page has just written one': {
    html: `<section data-key="list">${card('a')}${card('b')}</section>`,
    turn: (root) => {
      const list = root.children[0] as Element
      Object.assign(list.querySelector('h3') as Element, { textContent: 'Card a, renewed' })
      const clone = list.cloneNode(true) as Element
      for (const found of [clone, ...clone.querySelectorAll('[data-key]')])
        found.setAttribute('data-key', 'new')
      root.append(clone)
    },
  },
  'a headline alone, and then of a card': {
    html: `<h3>Alone</h3>${card('a')}${card('b')}`,
    turn: (root) => {
      const [first, , last] = [...root.children].map((one) => one.cloneNode(true))
      root.prepend(first as Node)
      root.append(last as Node)
    },
  },
  'a headline that was normalised before': {
    html: '<h3>Welcome, <b>dear</b> friend</h3>',
    turn: (root) => {
      root.normalize()
      root.append(root.children[0]?.cloneNode(true) as Element)
    },
  },
}

test.for(Object.entries(alikes))(
  'clones of %s give back what their originals do',
  async ([, { html, turn }], { visit }) => {
    const page = await visit({
      body: `<main>${html}</main>`,
      content: [{ selector: 'h3', type: 'text', payload: 'Hello Ada' }],
    })
    const areDone = () =>
      [...document.querySelectorAll('h3')].every(({ textContent }) => textContent?.trim() === 'Hello Ada')
    await page.until(areDone)
    await page.evaluate(`void (${turn})(document.querySelector('main'))`)
    await page.run(waitForFrames, 3)
    await page.until(areDone)
    await page.run(() => motif.stop())
    const wanted = await page.evaluate(`(() => {
    const root = document.createElement('main')
    root.innerHTML = ${JSON.stringify(html)}
    ;(${turn})(root)
    return root.innerHTML
  })()`)
    expect(await page.run(() => document.querySelector('main')?.innerHTML)).toBe(wanted)
    expect(await page.complaints()).toEqual([])
  },
)

/** What pages make of a clone before they put it in. */
const changedClones: Record<string, (clone: Element) => void> = {
  'put an icon into': (clone) => clone.prepend(document.createElement('i')),
  wrapped: (clone) => {
    const span = document.createElement('span')
    span.append(...clone.childNodes)
    clone.append(span)
  },
  'set in other elements': (clone) => {
    for (const bold of clone.querySelectorAll('b'))
      bold.outerHTML = `<strong><em>${bold.textContent}</em></strong><small> </small>`
  },
}

test.for(Object.entries(changedClones))(
  'a clone that the page has %s is personal, and says nothing personal after stop()',
  async ([, change], { visit }) => {
    const page = await visit({
      body: '<main><h1>Own words</h1><p>Other <b>words</b></p></main>',
      content: [
        { selector: 'main h1', type: 'html', payload: 'Hello <b>Ada</b>!' },
        { selector: 'main p', type: 'text', payload: 'For Ada' },
      ],
    })
    const texts = () =>
      page.run(() => [...document.querySelectorAll('main > *')].map((one) => one.textContent))
    await expect.poll(texts).toEqual(['Hello Ada!', 'For Ada'])
    await page.evaluate(`void (() => {
      for (const own of [...document.querySelectorAll('main > *')]) {
        const clone = own.cloneNode(true)
        ;(${change})(clone)
        document.querySelector('main').append(clone)
      }
    })()`)
    await page.run(waitForFrames, 5)
    expect((await texts()).map((text) => text?.trim())).toEqual([
      'Hello Ada!',
      'For Ada',
      'Hello Ada!',
      'For Ada',
    ])
    await page.run(() => motif.stop())
    expect((await texts()).map((text) => text?.trim())).toEqual([
      'Own words',
      'Other words',
      'Own words',
      'Other words',
    ])
    expect(await page.complaints()).toEqual([])
  },
)

test('a clone of HTML in which another item has a target gives back what its original does', async ({
  visit,
}) => {
  const own = '<div><span>Free</span></div>'
  const page = await visit({
    body: `<main>${own}</main>`,
    content: [
      { selector: 'main span', type: 'text', payload: 'Begin, Ada' },
      { selector: 'main div', type: 'html', payload: 'Made for Ada <span>now</span>' },
    ],
  })
  const inside = () => page.run(() => document.querySelector('main')?.innerHTML)
  const personal = '<div>Made for Ada <span>Begin, Ada</span></div>'
  await expect.poll(inside).toBe(personal)
  await page.run(() => {
    const target = document.querySelector('main div')
    target?.after(target.cloneNode(true))
    target?.replaceWith(target.cloneNode(true))
  })
  await page.run(waitForFrames, 3)
  expect(await inside()).toBe(personal + personal)
  await page.run(() => motif.stop())
  expect(await inside()).toBe(own + own)
})

test('a clone of a link that the page has decorated stays decorated, and gives back what its original does', async ({
  visit,
}) => {
  const page = await visit({
    body: '<main><a href="/own">Book</a></main>',
    content: [{ selector: 'main a', type: 'href', payload: '/ada' }],
  })
  const addresses = () =>
    page.run(() => [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href')))
  await expect.poll(addresses).toEqual(['/ada'])
  // The file that keeps them has come.
  await expect.poll(() => page.batches.length).toBeGreaterThan(0)
  await page.run(() => document.querySelector('main a')?.setAttribute('href', '/ada?utm=x'))
  await page.run(waitForFrames, 3)
  await page.run(() => {
    const link = document.querySelector('main a')
    link?.after(link.cloneNode(true))
  })
  await page.run(waitForFrames, 3)
  expect(await addresses()).toEqual(['/ada?utm=x', '/ada?utm=x'])
  await page.run(() => motif.stop())
  expect(await addresses()).toEqual(['/own', '/own'])
})

test('HTML that says the same in other elements is no clone', async ({ visit }) => {
  const page = await visit({
    body: '<main><p>Old <b>words</b></p></main>',
    content: [{ selector: 'main p', type: 'html', payload: '<b>For</b> Ada' }],
  })
  const inside = () => page.run(() => document.querySelector('main')?.innerHTML)
  await expect.poll(inside).toBe('<p><b>For</b> Ada</p>')
  await page.run(() =>
    document.querySelector('main')?.insertAdjacentHTML('beforeend', '<p>For <i>Ada</i></p>'),
  )
  await page.run(waitForFrames, 3)
  expect(await inside()).toBe('<p><b>For</b> Ada</p><p><b>For</b> Ada</p>')
})

test('a target that is cloned and becomes a later item’s in one task leaves nobody’s words behind', async ({
  visit,
}) => {
  const items: ContentItem[] = [
    { selector: '.lead', type: 'text', payload: 'For Ada' },
    { selector: '.late', type: 'text', payload: 'Ada, it is late' },
    // Then the file `follow` has come: before, a clone of what becomes another item's is the page's own.
    { selector: '#sign', type: 'html', payload: '<b>Here</b>' },
  ]
  const page = await visit({
    body: '<p class="late">Night</p><p class="lead">Day</p><i id="sign">On its way</i>',
    content: items,
  })
  await page.until(() => !!document.querySelector('#sign b'))
  const words = () =>
    page.run(() => [...document.querySelectorAll('p')].map(({ textContent }) => textContent))
  await expect.poll(words).toEqual(['Ada, it is late', 'For Ada'])
  for (const before of [false, true])
    await page.run((isBefore) => {
      const lead = document.querySelector('.lead') as Element
      lead.classList.add('late')
      if (isBefore) lead.before(lead.cloneNode(true))
      else lead.after(lead.cloneNode(true))
    }, before)
  await expect.poll(words).toEqual(Array(4).fill('Ada, it is late'))
  await page.run(() => motif.stop())
  expect(await words()).toEqual(['Night', 'Day', 'Day', 'Day'])
})

describe.each(['before the file follow has come', 'once the file follow has come'])('%s', (when) => {
  test('a copy that the page makes of a picture right before it fails is given back, too', async ({
    visit,
  }) => {
    const late = Promise.withResolvers<void>()
    const failure = Promise.withResolvers<void>()
    const isAlone = when.startsWith('before')
    const own =
      '<picture><source media="(min-width: 1px)" srcset="/own.svg"><img class="pic" src="/own.svg" alt=""></picture>'
    const page = await visit({
      before: () => {
        // Motif has looked in this frame already: of the copy it hears with the next one.
        const addSign = () =>
          document.querySelector('main')?.insertAdjacentHTML('beforeend', '<b class="pic"></b>')
        addEventListener('error', addSign, { capture: true, once: true })
        addEventListener(
          'error',
          ({ target }) => {
            const picture = (target as Element).closest('picture')
            picture?.after(picture.cloneNode(true))
          },
          { capture: true, once: true },
        )
      },
      body: `<main>${own}</main><p id="sign">On its way</p>`,
      content: [
        { selector: 'img.pic', type: 'src', payload: '/none.svg' },
        { selector: '#sign', type: 'html', payload: '<b>Here</b>' },
      ],
      assets: {
        '/own.svg': { body: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
        '/none.svg': { body: 'not a picture', after: failure.promise },
      },
      ...(isAlone && { files: { only: '/follow-', after: late.promise } }),
      waitUntil: 'none',
    })
    await page.until(() => document.images[0]?.getAttribute('src') === '/none.svg')
    if (!isAlone) await page.until(() => !!document.querySelector('#sign b'))
    failure.resolve()
    await page.until(
      () => document.images.length === 2 && document.images[0]?.currentSrc.endsWith('/own.svg'),
    )
    const pictures = () => [...document.querySelectorAll('picture')].map((picture) => picture.outerHTML)
    await expect.poll(() => page.run(pictures)).toEqual([own, own])
    late.resolve()
    await page.until(() => !!document.querySelector('#sign b'))
    expect(await page.run(pictures)).toEqual([own, own])
    await page.run(() => motif.stop())
    expect(await page.run(pictures)).toEqual([own, own])
  })
})
