import { expect } from 'vitest'
import { watchPaints } from '../support/paints.ts'
import { test } from '../support/visit.ts'

test('an element that comes later is changed before it is painted', async ({ visit }) => {
  const page = await visit({
    before: watchPaints('#late h1'),
    body: '<h2>A</h2><main></main>',
    content: [
      { selector: 'h2', type: 'text', payload: 'here' },
      { selector: '#late h1', type: 'text', payload: 'Hello Ada' },
    ],
  })
  await page.until(() => document.querySelector('h2')?.textContent === 'here' && window.paints.length === 1)
  // In a task of the page's own: WebKit's driver ends its own tasks without running the observers.
  await page.run(() => {
    setTimeout(() => {
      const late = document.createElement('section')
      late.id = 'late'
      late.innerHTML = '<div><h1>Welcome</h1></div>'
      document.querySelector('main')?.append(late)
    })
  })
  await page.until(() => window.paints.includes('Hello Ada'))
  expect(await page.run(() => window.paints)).toEqual(['', 'Hello Ada'])
})

test('an element that matches later is changed when it does', async ({ visit }) => {
  const page = await visit({
    before: watchPaints('h1.on'),
    body: '<h1>Welcome</h1><h2>A</h2><p id="x">P</p><div><b>B</b></div>',
    content: [
      { selector: 'h2', type: 'text', payload: 'here' },
      { selector: 'h1.on', type: 'text', payload: 'Hello Ada' },
      { selector: '#y', type: 'text', payload: 'by id' },
      { selector: '[data-open] b', type: 'text', payload: 'by attribute above' },
    ],
  })
  await page.until(() => document.querySelector('h2')?.textContent === 'here' && window.paints.length === 1)
  await page.run(() => {
    document.querySelector('h1')?.classList.add('on')
    document.querySelector('p')?.setAttribute('id', 'y')
    document.querySelector('div')?.setAttribute('data-open', '')
  })
  await page.until(() => window.paints.includes('Hello Ada'))
  expect(await page.run(() => window.paints)).toEqual(['', 'Hello Ada'])
  expect(await page.text('p')).toBe('by id')
  expect(await page.text('b')).toBe('by attribute above')
})

test('what the parser reads after a slow script is changed before it is painted', async ({ visit }) => {
  const slow = Promise.withResolvers<void>()
  const page = await visit({
    before: watchPaints('h1'),
    waitUntil: 'none',
    // WebKit runs no async script while its parser waits for another, so this one is not async.
    tag: 'none',
    head: '<script src="{{motif}}/snippet.js"></script>',
    assets: { '/slow.js': { body: '', after: slow.promise } },
    body: '<p>First</p><script src="/slow.js"></script><h1>Welcome</h1>',
    content: ['p', 'h1'].map((selector) => ({ selector, type: 'text', payload: 'Hello Ada' })),
  })
  await page.until(() => document.querySelector('p')?.textContent === 'Hello Ada')
  slow.resolve()
  await page.until(() => window.paints.includes('Hello Ada'))
  expect(await page.run(() => window.paints)).not.toContain('Welcome')
})

test('what the page sets over is set again, what it removes and brings back too', async ({ visit }) => {
  const page = await visit({
    body: '<main><h1>Welcome</h1><a href="/old">A</a><div id="box">Old</div></main>',
    content: [
      { selector: 'h1', type: 'text', payload: 'Hello Ada' },
      { selector: 'a', type: 'href', payload: '/new' },
      { selector: '#box', type: 'html', payload: '<b>New</b>' },
    ],
  })
  const isApplied = () =>
    document.querySelector('h1')?.textContent === 'Hello Ada' &&
    document.querySelector('a')?.getAttribute('href') === '/new' &&
    document.querySelector('#box')?.innerHTML === '<b>New</b>'
  await page.until(isApplied)
  await page.run(() => {
    const h1 = document.querySelector('h1')
    if (h1) h1.textContent = 'Welcome back'
    document.querySelector('a')?.setAttribute('href', '/older')
    const box = document.querySelector('#box')
    if (box) box.innerHTML = '<i>Older</i>'
  })
  await page.until(isApplied)
  await page.run(() => {
    const main = document.querySelector('main')
    const html = '<h1>Again</h1><a href="/again">A</a><div id="box">Again</div>'
    if (main) main.innerHTML = html
  })
  await page.until(isApplied)
  expect(await page.complaints()).toEqual([])
})

test('an item without a match is missing 5 s after load, and applied when it matches', async ({ visit }) => {
  const page = await visit({
    body: '<h1>Welcome</h1>',
    content: [
      { selector: 'h1', type: 'text', payload: 'Hello' },
      { selector: 'h2', type: 'text', payload: 'Late' },
    ],
  })
  expect(await page.run(() => motif.ready)).toEqual({
    applied: [0],
    missing: [],
    refused: [],
    contested: [],
  })
  await expect.poll(() => page.batches.findLast(({ report }) => report)?.report?.missing).toEqual([1])
  await page.run(() => document.body.append(document.createElement('h2')))
  await page.until(() => document.querySelector('h2')?.textContent === 'Late')
  await page.run(() => motif.stop())
  await expect
    .poll(() => page.batches.findLast(({ report }) => report)?.report)
    .toMatchObject({ applied: [0, 1], missing: [] })
})

declare global {
  interface Window {
    /** How many frames scripts of the page have asked for. */
    framesAsked: number
  }
}

function countFrames() {
  window.framesAsked = 0
  const ask = window.requestAnimationFrame
  window.requestAnimationFrame = (callback) => {
    window.framesAsked++
    return ask(callback)
  }
}

/** Targets, and selectors for them: by a word of its own, by a name that all of them have, in what has an id. */
const kinds = [
  (at: number) => ({ html: `<b class="word${at}">Old</b>`, selector: `main .word${at}` }),
  (at: number) => ({ html: `<i class="row${at}"><b>Old</b></i>`, selector: `.row${at} b` }),
  (at: number) => ({ html: `<i id="box${at}"><b>Old</b></i>`, selector: `#box${at} b` }),
]

test('hundreds of targets are changed, come later or not, and then there is nothing to do', async ({
  visit,
}) => {
  const targets = kinds.flatMap((kind) => Array.from({ length: 150 }, (_, at) => kind(at)))
  const html = targets.map((target) => target.html).join('')
  const page = await visit({
    before: countFrames,
    body: `<main>${html}</main>`,
    content: targets.map(({ selector }, at) => ({ selector, type: 'text', payload: `New ${at}` })),
  })
  const areNew = (count: number) => {
    const found = [...document.querySelectorAll('b')]
    return found.length === count && found.every((b, at) => b.textContent === `New ${at}`)
  }
  await page.until(areNew, targets.length)
  await page.run((again) => {
    setTimeout(() => {
      const main = document.querySelector('main')
      if (main) main.innerHTML = again
    })
  }, html)
  await page.until(areNew, targets.length)
  const [before, after] = await page.run(async () => {
    const tenFrames = async () => {
      for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame)
      return window.framesAsked
    }
    return [await tenFrames(), await tenFrames()] as const
  })
  expect(after - before).toBe(10)
})
