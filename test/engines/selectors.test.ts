import { describe, expect } from 'vitest'
import type { ContentItem } from '../../wire/record.ts'
import { test } from '../support/visit.ts'

const invalid = ['[data-section=2] h2', '#3d-hero h2', 'h2!']

/** A task of the page's own: WebKit's driver ends its own tasks without running the observers. */
const appendLater = (html: string) => {
  setTimeout(() => document.querySelector('main')?.insertAdjacentHTML('beforeend', html))
}

describe.each(invalid)('the invalid selector %s', (selector) => {
  const never: ContentItem = { selector, type: 'text', payload: 'Never' }

  test('harms no other item and no element that comes later', async ({ visit }) => {
    const page = await visit({
      body: '<h1>A</h1><main></main>',
      content: [
        never,
        { selector: 'h1', type: 'text', payload: 'Hello Ada' },
        { selector: '.lead', type: 'text', payload: 'For you' },
      ],
      analytics: [{ id: 'lead', selector: '.lead', type: 'view' }],
    })
    await page.until(() => document.querySelector('h1')?.textContent === 'Hello Ada')
    await page.run(appendLater, '<h2>Title</h2><p class="lead">Lead</p>')
    await page.until(() => document.querySelector('.lead')?.textContent === 'For you')
    expect(await page.text('h2')).toBe('Title')
    expect(await page.complaints()).toEqual([])
  })

  test('among many items stops neither the others nor the measuring', async ({ visit }) => {
    const many = Array.from({ length: 120 }, (_, at) => at)
    const page = await visit({
      body: `<main><h2>Title</h2>${many.map((at) => `<p class="word${at}">Old</p>`).join('')}</main>`,
      content: [
        never,
        ...many.map((at): ContentItem => ({ selector: `.word${at}`, type: 'text', payload: `New ${at}` })),
      ],
      analytics: [{ id: 'seen', selector: 'h2', type: 'view' }],
    })
    await page.until(() =>
      [...document.querySelectorAll('p')].every((p, at) => p.textContent === `New ${at}`),
    )
    await page.run(appendLater, '<h2>Second</h2><p class="word7">Later</p>')
    await page.until(() => document.querySelector('p:last-child')?.textContent === 'New 7')
    expect((await page.run(() => motif.ready)).applied.length).toBe(120)
    await expect.poll(() => page.batches.flatMap(({ events }) => events).length).toBe(1)
    expect(await page.complaints()).toEqual([])
  })
})

test('names in any case, and values that match in any case, match what comes later', async ({ visit }) => {
  const page = await visit({
    body: '<h1>A</h1><main></main>',
    content: [
      { selector: 'h1', type: 'text', payload: 'Hello Ada' },
      { selector: '.hero H2', type: 'text', payload: 'by name' },
      { selector: '[data-x="a"i]', type: 'text', payload: 'by value' },
      { selector: '[DATA-Y=b]', type: 'text', payload: 'by attribute' },
      { selector: 'P[data-z="Ab" I]', type: 'text', payload: 'by both' },
    ],
  })
  await page.until(() => document.querySelector('h1')?.textContent === 'Hello Ada')
  const html =
    '<div class="hero"><h2>Old</h2></div><i data-x="A">Old</i><b data-y="b">Old</b><p data-z="aB">Old</p>'
  await page.run(appendLater, html)
  await page.until(() => document.querySelector('main p')?.textContent === 'by both')
  expect(await page.text('main')).toBe('by nameby valueby attributeby both')
})

/** What makes an element match that is there, each by a change of the page's own. */
const changes: [name: string, selector: string, html: string, change: () => void][] = [
  ['a class of its own', 'h2.on', '<h2>Old</h2>', () => document.querySelector('h2')?.classList.add('on')],
  [
    'a class above it',
    '.dark .card h2',
    '<div class="card"><h2>Old</h2></div>',
    () => document.body.classList.add('dark'),
  ],
  [
    'a class beside it',
    '.open + h2',
    '<i></i><h2>Old</h2>',
    () => document.querySelector('main i')?.classList.add('open'),
  ],
  [
    'a value in another case',
    '[data-state="OPEN" i] h2',
    '<div data-state="shut"><h2>Old</h2></div>',
    () => document.querySelector('main div')?.setAttribute('data-state', 'open'),
  ],
  [
    'an attribute that goes',
    'h2:not([data-waits])',
    '<h2 data-waits>Old</h2>',
    () => document.querySelector('h2')?.removeAttribute('data-waits'),
  ],
  [
    'a class that goes',
    'main:not(.busy) h2',
    '<h2>Old</h2>',
    () => document.querySelector('main')?.classList.remove('busy'),
  ],
  [
    'what comes into it',
    'div:has(b) h2',
    '<div><h2>Old</h2></div>',
    () => document.querySelector('main div')?.append(document.createElement('b')),
  ],
  [
    'an id above it in another spelling',
    '#Über h2',
    '<div><h2>Old</h2></div>',
    () => document.querySelector('main div')?.setAttribute('id', 'Über'),
  ],
]

test.for(changes)('an element that comes to match by %s is changed then', async ([, ...given], { visit }) => {
  const [selector, html, change] = given
  const page = await visit({
    body: `<h1>A</h1><main class="busy">${html}</main>`,
    content: [
      { selector: 'h1', type: 'text', payload: 'Hello Ada' },
      { selector, type: 'text', payload: 'Matched' },
    ],
  })
  await page.until(() => document.querySelector('h1')?.textContent === 'Hello Ada')
  expect(await page.text('h2')).toBe('Old')
  await page.evaluate(`void setTimeout(${change})`)
  await page.until(() => document.querySelector('h2')?.textContent === 'Matched')
  expect(await page.complaints()).toEqual([])
})
