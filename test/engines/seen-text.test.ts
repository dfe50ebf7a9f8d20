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
}

describe('a headline that is to be seen later has its text before:', () => {
  test.for(Object.entries(seenLater))('%s', async ([, html], { visit }) => {
    const page = await visit({
      body: html,
      content: [{ selector: 'h2', type: 'text', payload: 'Hello Ada' }],
    })
    expect(await page.run(() => motif.ready)).toMatchObject({ applied: [0] })
    expect(await page.text('h2')).toBe('Hello Ada')
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
