import { describe, expect } from 'vitest'
import { test } from '../support/visit.ts'

/** Targets whose first text is none that a visitor reads; `.keep` in them is to stay as it is. */
const unseenFirst: Record<string, string> = {
  'the title of an icon': '<svg class="keep" width="9" height="9"><title>Arrow</title></svg> Get started',
  'the description of an icon': '<svg class="keep" width="9" height="9"><desc>Arrow</desc></svg> Get started',
  'a noscript':
    '<img alt="" src="data:,"><noscript class="keep"><img alt="" src="/x"></noscript> Get started',
  'a twin that is not displayed':
    '<span class="keep" style="display: none">Short</span><span>Get started</span>',
  'a twin that a style sheet hides': '<span class="keep narrow">Short</span><span>Get started</span>',
  'a twin with the attribute hidden': '<span class="keep" hidden="">Short</span><span>Get started</span>',
  'a script': '<script class="keep" type="text/plain">Short</script><span>Get started</span>',
  'a style': '<style class="keep">.none {}</style><span>Get started</span>',
  'a template': '<template class="keep">Short</template><span>Get started</span>',
}

/** Icons that a font draws for words, or for signs of its own. */
const drawnByFont: Record<string, string> = {
  'words, as Material Icons': '<span class="keep icons">arrow_forward</span> Get started',
  'words, behind the text': 'Get started <i class="keep symbols">arrow_forward</i>',
  'signs of its own': '<i class="keep">\ue900</i> Get started',
}

describe('an icon stays that a font draws for', () => {
  test.for(Object.entries(drawnByFont))('%s', async ([, html], { visit }) => {
    const page = await visit({
      head: `<style>
        body { font-family: system-ui, "Segoe UI Symbol", sans-serif }
        .icons { font-family: "Material Icons" }
        .symbols { font-family: Material Symbols Outlined, sans-serif }
      </style>`,
      body: `<a id="target" href="#x">${html}</a>`,
      content: [{ selector: '#target', type: 'text', payload: 'Begin, Ada' }],
    })
    expect(await page.run(() => motif.ready)).toMatchObject({ applied: [0], refused: [] })
    const inside = () => page.run(() => document.querySelector('#target')?.innerHTML)
    expect(await inside()).toBe(html.replace('Get started', 'Begin, Ada'))
    await page.run(() => motif.stop())
    expect(await inside()).toBe(html)
  })
})

describe('a text lands where a visitor reads it, not in', () => {
  test.for(Object.entries(unseenFirst))('%s', async ([, html], { visit }) => {
    const page = await visit({
      head: '<style>.narrow { display: none }</style>',
      body: `<a id="target" href="#x">${html}</a>`,
      content: [{ selector: '#target', type: 'text', payload: 'Begin, Ada' }],
    })
    expect(await page.run(() => motif.ready)).toMatchObject({ applied: [0], refused: [] })
    expect(await page.run(() => document.querySelector<HTMLElement>('#target')?.innerText.trim())).toBe(
      'Begin, Ada',
    )
    const kept = await page.run(() => document.querySelector('.keep')?.outerHTML)
    expect(html).toContain(kept)
    await page.run(() => motif.stop())
    expect(await page.run(() => document.querySelector('#target')?.innerHTML)).toBe(html)
  })
})

/** How a copy of the words, for another state of the page or for screen readers, is made not to be seen. */
const twins: Record<string, string> = {
  'display: none': 'display: none',
  'visibility: hidden': 'visibility: hidden',
  // What a script makes transparent, by the element's own style, fades in.
  'opacity: 0 by a style sheet': '--transparent: 1',
  'far to the left': 'position: absolute; left: -9999px',
  'far above': 'position: fixed; top: -9999px',
  'moved far away': 'display: inline-block; transform: translateX(-9999px)',
  'one pixel': 'position: absolute; width: 1px; height: 1px; overflow: hidden',
  'no width': 'display: inline-block; width: 0; overflow: hidden',
  'no height': 'display: block; height: 0; overflow: hidden',
  'font-size: 0': 'font-size: 0',
  'clip-path': 'position: absolute; clip-path: inset(50%)',
  'a text that is moved out': 'display: block; text-indent: -9999px; overflow: hidden; height: 9px',
}

/** The twin beside what is seen: before it, behind it, in it, around more. */
const places: Record<string, (twin: string) => string> = {
  'before the words': (style) => `<span class="twin" style="${style}">Short</span><span>Long</span>`,
  'behind the words': (style) => `<span>Long</span><span class="twin" style="${style}">Short</span>`,
  'nested in other elements': (style) =>
    `<b><i class="twin" style="${style}"><em>Sh<u>ort</u></em></i></b><b><span>Lo<u>ng</u></span></b>`,
}

const hideables = Object.entries(twins).flatMap(([what, style]) =>
  Object.entries(places).map(([where, html]) => [what, where, html(style)] as const),
)

describe('a text goes to what a visitor sees, not to a twin with', () => {
  test.for([
    ['inline', '.t'],
    ['inline', 'main'],
    ['snippet', ''],
  ] as const)('any of these, by the %s tag, where it hides %j', async ([tag, hide], { visit }) => {
    const body = hideables.map(([, , html], at) => `<h2 id="t${at}" class="t">${html}</h2>`).join('\n')
    const page = await visit({
      tag,
      head: '<style>[style*=transparent] { opacity: 0 }</style>',
      body: `<main style="margin-top: 50px">${body}</main>`,
      attributes: { 'data-hide': hide },
      content: [{ selector: '.t', type: 'text', payload: 'Hello Ada' }],
    })
    expect(await page.run(() => motif.ready)).toMatchObject({ applied: [0] })
    const said = () =>
      [...document.querySelectorAll('.t')].map((target) => {
        const twin = target.querySelector('.twin') as Element
        const rest = target.cloneNode(true) as Element
        rest.querySelector('.twin')?.remove()
        return `${twin.textContent} ${rest.textContent}`
      })
    const told = (await page.run(said)).map((words, at) => [hideables[at]?.slice(0, 2), words])
    expect(told).toEqual(hideables.map(([what, where]) => [[what, where], 'Short Hello Ada']))
    expect(await page.run(() => document.querySelectorAll('[data-motif]').length)).toBe(0)
    await page.run(() => motif.stop())
    expect(await page.run(() => document.querySelector('main')?.innerHTML)).toBe(body)
  })
})

const rests: Record<string, [html: string, shown: string]> = {
  'a link and a button': [
    'Old <a href="/x" class="gone">link</a> and <button class="gone">b</button>',
    'Hello Ada',
  ],
  'line breaks': ['Big<br class="gone">bold<br class="gone">words', 'Hello Ada'],
  'a list': ['Old<ul class="gone"><li>One</li><li>Two <b>bold</b></li></ul>', 'Hello Ada'],
  'a table': ['Old<table class="gone"><tbody><tr><td>One</td><td>Two</td></tr></tbody></table>', 'Hello Ada'],
  'a styled link': ['Old <a href="/x" class="gone" style="color: red">link</a>', 'Hello Ada'],
}

describe('what a text would leave empty goes with the words it had:', () => {
  test.for(Object.entries(rests))('%s', async ([, [html, shown]], { visit }) => {
    const page = await visit({
      body: `<div id="target">${html}</div>`,
      content: [{ selector: '#target', type: 'text', payload: 'Hello Ada' }],
    })
    expect(await page.run(() => motif.ready)).toMatchObject({ applied: [0] })
    expect(await page.run(() => document.querySelector<HTMLElement>('#target')?.innerText.trim())).toBe(shown)
    const boxes = () => [...document.querySelectorAll('.gone')].map((gone) => gone.getClientRects().length)
    expect(new Set(await page.run(boxes))).toEqual(new Set([0]))
    await page.run(() => {
      document.querySelector('#target')?.append(document.createElement('i'))
      for (const link of document.querySelectorAll<HTMLElement>('a,button')) link.focus()
    })
    expect(await page.run(() => document.activeElement === document.body)).toBe(true)
    await page.run(() => {
      document.querySelector('#target > i')?.remove()
      motif.stop()
    })
    expect(await page.run(() => document.querySelector('#target')?.innerHTML)).toBe(html)
  })

  test('but not the line breaks beside what another item has', async ({ visit }) => {
    const page = await visit({
      body: '<p>Big<br>bold<br><b>Own</b><br>words</p>',
      content: [
        { selector: 'p', type: 'text', payload: 'Hello Ada' },
        { selector: 'b', type: 'text', payload: 'For Ada' },
      ],
    })
    expect(await page.run(() => motif.ready)).toMatchObject({ applied: [0, 1] })
    const lines = await page.run(() => document.querySelector('p')?.innerText.split('\n').filter(Boolean))
    expect(lines).toEqual(['Hello Ada', 'For Ada'])
  })

  test('however many there are', async ({ visit }) => {
    const many = 3000
    const page = await visit({
      body: `<div>${'<a href="#">word</a><br><b></b>'.repeat(many)}</div><i>Own</i>`,
      content: [
        { selector: 'div', type: 'text', payload: 'Hello Ada' },
        { selector: 'b', type: 'text', payload: 'For Ada' },
        { selector: 'i', type: 'text', payload: 'For Ada' },
      ],
    })
    expect(await page.run(() => motif.ready)).toMatchObject({ applied: [0, 1, 2] })
    expect(await page.run(() => document.querySelector('i')?.textContent)).toBe('For Ada')
  })

  test('but not a link with a picture, nor one that another item has', async ({ visit }) => {
    const page = await visit({
      body: '<p>Old <a id="icon" href="/a"><svg width="9" height="9"></svg> link</a> <a id="other" href="/b">Own</a></p>',
      content: [
        { selector: 'p', type: 'text', payload: 'Hello Ada' },
        { selector: '#other', type: 'text', payload: 'For Ada' },
      ],
    })
    expect(await page.run(() => motif.ready)).toMatchObject({ applied: [0, 1] })
    const boxes = () => [...document.querySelectorAll('a')].map((link) => link.getClientRects().length > 0)
    expect(await page.run(boxes)).toEqual([true, true])
    expect(await page.text('#other')).toBe('For Ada')
  })
})

test('a label that says the old words says the new, and gets its own back', async ({ visit }) => {
  const html = `<a href="/x" aria-label="Get started" title="Get  started"><b>Get started</b></a>
    <button aria-label="Close" title="Get started">Get started</button><h1 data-text="Get started">Get started</h1>`
  const page = await visit({
    body: `<main>${html}</main>`,
    content: [{ selector: 'b,button,h1', type: 'text', payload: 'Begin, Ada' }],
  })
  expect(await page.run(() => motif.ready)).toMatchObject({ applied: [0] })
  const said = () =>
    [...document.querySelectorAll<HTMLElement>('a,button')].map(({ ariaLabel, title }) => [ariaLabel, title])
  expect(await page.run(said)).toEqual([
    ['Begin, Ada', 'Begin, Ada'],
    ['Close', 'Begin, Ada'],
  ])
  // A style sheet draws it beside the words.
  expect(await page.run(() => document.querySelector('h1')?.dataset.text)).toBe('Begin, Ada')
  await page.run(() => motif.stop())
  expect(await page.run(() => document.querySelector('main')?.innerHTML)).toBe(html)
})

/** Pages that have the words of a target several times: one of them rolls in under the pointer, or goes round. */
const copies = {
  'for the pointer': '<span>Book a demo</span><span aria-hidden="true">Book a demo</span>',
  'for the pointer, with an icon':
    '<svg width="9" height="9"></svg> <span> Book a demo </span><span>Book a demo</span>',
  'in a band that goes round': '<i>Book a demo</i> <i>Book a demo</i> <i>Book a demo</i>',
}

describe.each(Object.entries(copies))('copies of the words %s', (_, html) => {
  test.for([
    ['the tag', {}],
    ['the edge', { edge: {} }],
  ] as const)(
    'say the personal words by %s, also where the page changes them',
    async ([, way], { visit }) => {
      const page = await visit({
        ...way,
        body: `<a href="/x" aria-label="Book a demo">${html}</a>`,
        content: [{ selector: 'a', type: 'text', payload: 'Begin, Ada' }],
      })
      expect(await page.run(() => motif.ready)).toMatchObject({ applied: [0] })
      await page.until(
        (personal) => document.querySelector('a')?.innerHTML === personal,
        html.replaceAll('Book a demo', 'Begin, Ada'),
      )
      await page.until(() => document.querySelector('a')?.ariaLabel === 'Begin, Ada')
      await page.run(() => {
        for (const copy of document.querySelectorAll('a > :not(svg)')) copy.textContent = 'Try it'
      })
      await page.until(() =>
        [...document.querySelectorAll('a > :not(svg)')].every(
          (one) => one.textContent?.trim() === 'Begin, Ada',
        ),
      )
      await page.run(() => motif.stop())
      expect((await page.text('a'))?.match(/Try it/g)).toHaveLength(html.split('Book').length - 1)
      expect(await page.text('a')).not.toContain('Ada')
    },
  )
})

test('the words of a headline that says the same word twice are no copies', async ({ visit }) => {
  const page = await visit({
    body: '<h1><span>Win</span> <span>Win</span></h1><h2>Location<br>Location</h2>',
    content: [{ selector: 'h1,h2', type: 'text', payload: 'Hello Ada' }],
  })
  expect(await page.run(() => motif.ready)).toMatchObject({ applied: [0] })
  expect(await page.text('h1')).toBe('Hello Ada')
  expect(await page.text('h2')).toBe('Hello Ada')
})

const icon = '<svg width="9" height="9">\n<g>\n<path d="M0 0h9v9z"></path>\n</g>\n</svg>'

test('a button that is only an icon gets the text beside it', async ({ visit }) => {
  const page = await visit({
    body: `<button id="tight" type="button">${icon}</button><button id="loose" type="button">\n${icon}\n</button>`,
    content: ['#tight', '#loose'].map((selector) => ({ selector, type: 'text', payload: 'Begin, Ada' })),
  })
  expect(await page.run(() => motif.ready)).toMatchObject({ applied: [0, 1] })
  const buttons = await page.run(() =>
    [...document.querySelectorAll('button')].map((button) => [
      button.innerText.trim(),
      button.querySelector('svg')?.outerHTML,
    ]),
  )
  expect(buttons).toEqual([
    ['Begin, Ada', icon],
    ['Begin, Ada', icon],
  ])
})

test('a text of a field is its placeholder, and what the visitor wrote stays', async ({ visit }) => {
  const fields =
    '<input placeholder="Your name"><textarea placeholder="Your question">Own</textarea><input id="bare">'
  const page = await visit({
    body: `<form>${fields}</form>`,
    record: { delayMs: 300 },
    content: [
      { selector: 'input', type: 'text', payload: 'Ada, we guess' },
      { selector: 'textarea', type: 'text', payload: 'What can we do for Acme?' },
    ],
  })
  await page.run(() => Object.assign(document.querySelector('input') as object, { value: 'Typed' }))
  expect(await page.run(() => motif.ready)).toMatchObject({ applied: [0, 1] })
  const describeFields = () =>
    [...document.querySelectorAll('input, textarea')].map((field) => {
      const { placeholder, value } = field as HTMLInputElement
      return `${placeholder}: ${value}`
    })
  expect(await page.run(describeFields)).toEqual([
    'Ada, we guess: Typed',
    'What can we do for Acme?: Own',
    'Ada, we guess: ',
  ])
  await page.run(() => motif.stop())
  expect(await page.run(() => document.querySelector('form')?.innerHTML)).toBe(fields)
})

const noText: Record<string, string> = {
  'a picture': '<img class="target" alt="" src="data:,">',
  'a rule': '<hr class="target">',
  'a line break': '<br class="target">',
  'a checkbox': '<input class="target" type="checkbox">',
  'a slider': '<input class="target" type="range">',
  'a choice': '<select class="target"><option>One</option><option>Two</option></select>',
  'a video': '<video class="target"></video>',
  'a canvas': '<canvas class="target" width="9" height="9"></canvas>',
  'a noscript': '<noscript class="target">Please switch it on</noscript>',
}

describe('a text for what shows none is refused:', () => {
  test('an element with a shadow root that has no slot for it', async ({ visit }) => {
    const rootOf = (shown: string) => `<template shadowrootmode="open">${shown}</template>`
    const page = await visit({
      body: `<main><x-a>${rootOf('<b>Own</b>')}Free</x-a><x-b>${rootOf('<b><slot></slot></b>')}Free</x-b></main>`,
      content: [
        { selector: 'x-a', type: 'text', payload: 'Begin, Ada' },
        { selector: 'x-a', type: 'html', payload: '<i>Begin</i>, Ada' },
        { selector: 'x-b', type: 'text', payload: 'Begin, Ada' },
      ],
    })
    expect(await page.run(() => motif.ready)).toMatchObject({ applied: [2], refused: [0, 1] })
    const inside = () => page.run(() => document.querySelector('main')?.innerHTML)
    expect(await inside()).toBe('<x-a>Free</x-a><x-b>Begin, Ada</x-b>')
    await page.run(() => motif.stop())
    expect(await inside()).toBe('<x-a>Free</x-a><x-b>Free</x-b>')
  })

  test.for(Object.entries(noText))('%s', async ([, html], { visit }) => {
    const page = await visit({
      body: `<main>${html}</main>`,
      content: [{ selector: '.target', type: 'text', payload: 'Begin, Ada' }],
    })
    expect(await page.run(() => motif.ready)).toMatchObject({ applied: [], refused: [0] })
    expect(await page.run(() => document.querySelector('main')?.innerHTML)).toBe(html)
  })

  test('what the head has for machines', async ({ visit }) => {
    const page = await visit({
      head: '<meta name="description" content="Own">',
      body: '<h1>A</h1>',
      content: [{ selector: 'meta[name=description]', type: 'text', payload: 'Begin, Ada' }],
    })
    expect(await page.run(() => motif.ready)).toMatchObject({ applied: [], refused: [0] })
    expect(await page.run(() => document.querySelector('[name=description]')?.outerHTML)).toBe(
      '<meta name="description" content="Own">',
    )
  })
})

/** What is not to be seen yet, but will be: it gets its text at once. */
const seenLater: Record<string, string> = {
  'in a part that is shut': '<section hidden><h2>Old</h2></section>',
  'in a menu that is not displayed': '<nav style="display: none"><h2>Old</h2></nav>',
  'in a dialog': '<dialog><h2>Old</h2></dialog>',
  'in details': '<details><summary>More</summary><h2>Old</h2></details>',
  'that fades in': '<h2 style="opacity: 0">Old</h2>',
  'that is invisible': '<h2 style="visibility: hidden">Old</h2>',
  'that is itself not displayed': '<h2 style="display: none">Old</h2>',
  'of words that fade in': '<h2><span style="opacity: 0">Old</span></h2>',
  'of words that fade in one after the other':
    '<h2><span style="opacity: 0">Old</span> <span style="opacity: 0">words</span></h2>',
  'of which an animation has begun to show the words':
    '<style>@keyframes in { from { opacity: 0 } }</style><h2><span>Old</span> <span style="opacity: 0; animation: in 9s 99s both">words</span></h2>',
}

describe('a headline that is to be seen later has its text before:', () => {
  test.for(Object.entries(seenLater))('%s', async ([, html], { visit }) => {
    const page = await visit({
      body: html,
      content: [{ selector: 'h2', type: 'text', payload: 'Hello Ada' }],
    })
    expect(await page.run(() => motif.ready)).toMatchObject({ applied: [0] })
    expect((await page.text('h2')).trim()).toBe('Hello Ada')
  })
})

test('a headline that the tag hides gets its text where it will be seen', async ({ visit }) => {
  const page = await visit({
    tag: 'inline',
    attributes: { 'data-hide': 'h1' },
    body: '<h1><span style="display: none">Short</span><span>Long</span></h1>',
    content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
  })
  expect(await page.run(() => motif.ready)).toMatchObject({ applied: [0] })
  await page.until(() => document.querySelector('h1')?.innerText === 'Hello Ada')
})

test.for(['snippet', 'inline'] as const)(
  'a text around another target is written as where nothing is hidden, by the %s tag that hides both',
  async (tag, { visit }) => {
    const page = await visit({
      tag,
      attributes: { 'data-hide': 'h1,h1 a' },
      body: '<main><h1>Meet <a href="/own">Launch</a> now</h1></main>',
      content: [
        { selector: 'h1', type: 'text', payload: 'Hello Ada' },
        { selector: 'h1 a', type: 'href', payload: '/ada' },
      ],
    })
    expect(await page.run(() => motif.ready)).toMatchObject({ applied: [0, 1] })
    const inside = () => page.run(() => document.querySelector('main')?.innerHTML)
    expect(await inside()).toBe('<h1>Hello Ada<a href="/ada" style="display: none !important;"></a></h1>')
    await page.run(() => motif.stop())
    expect(await inside()).toBe('<h1>Meet <a href="/own">Launch</a> now</h1>')
  },
)

test('a picture that has not loaded keeps the link around it', async ({ visit }) => {
  const picture = Promise.withResolvers<void>()
  const html = 'Trusted by <a href="/x">Acme <img src="/logo.svg"></a>'
  const page = await visit({
    assets: { '/logo.svg': { body: '', after: picture.promise } },
    body: `<h1>${html}</h1>`,
    content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
    waitUntil: 'none',
  })
  await page.until(() => document.querySelector('h1')?.innerText.startsWith('Hello Ada'))
  expect(await page.run(() => document.querySelector('h1')?.innerHTML)).toBe(
    'Hello Ada <a href="/x"><img src="/logo.svg"></a>',
  )
  await page.run(() => motif.stop())
  expect(await page.run(() => document.querySelector('h1')?.innerHTML)).toBe(html)
  picture.resolve()
})
