import { expect } from 'vitest'
import type { ContentItem } from '../../wire/record.ts'
import { test } from '../support/visit.ts'

const body = `<h1>Welcome, <b>dear</b> friend</h1><h2></h2><a href="/old">A</a><a id="bare">A</a>
  <picture><source srcset="/large.svg 1x"><img src="/old.svg" srcset="/large.svg 2x" sizes="50vw"></picture>
  <video src="/old.mp4"></video><div id="box">Old <i>one</i></div><svg><a href="/old"><text>T</text></a></svg>`

const content: ContentItem[] = [
  { selector: 'h1', type: 'text', payload: 'Hello Ada' },
  { selector: 'h2', type: 'text', payload: 'Empty before' },
  { selector: 'a', type: 'href', payload: '/new' },
  { selector: 'img', type: 'src', payload: '/new.svg' },
  { selector: 'video', type: 'src', payload: '/new.mp4' },
  { selector: '#box', type: 'html', payload: '<p class="x">New</p>' },
  { selector: '#box', type: 'html', payload: '<p class="y">Newer</p>' },
]

declare global {
  interface Window {
    original: Node
  }
}

test('stop gives the page back as it was, its very nodes', async ({ visit }) => {
  const arrival = Promise.withResolvers<void>()
  const page = await visit({ body, content, record: { after: arrival.promise } })
  await page.run(() => {
    const one = document.querySelector('#box i')
    one?.addEventListener('click', () => one.setAttribute('data-clicked', ''))
    window.original = document.body.cloneNode(true)
  })
  arrival.resolve()
  const isOriginal = () => document.body.isEqualNode(window.original)
  await page.until(() => document.querySelector('#box .y') !== null)
  expect(await page.run(isOriginal)).toBe(false)
  await page.run(() => motif.stop())
  expect(await page.run(isOriginal)).toBe(true)
  await page.run(() => document.querySelector<HTMLElement>('#box i')?.click())
  expect(await page.run(() => document.querySelector('#box i')?.hasAttribute('data-clicked'))).toBe(true)
})

test('stop gives back what the page itself last set', async ({ visit }) => {
  const picture = { body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }
  const page = await visit({ body, content, assets: { '/new.svg': picture } })
  const isApplied = () =>
    document.querySelector('h1')?.textContent === 'Hello Ada' &&
    document.querySelector('a')?.getAttribute('href') === '/new' &&
    document.querySelector('img')?.getAttribute('src') === '/new.svg' &&
    document.querySelector('#box .y') !== null
  await page.until(isApplied)
  await page.run(() => {
    const [h1, box] = [document.querySelector('h1'), document.querySelector('#box')]
    if (h1) h1.textContent = 'Welcome back'
    document.querySelector('a')?.setAttribute('href', '/older')
    document.querySelector('img')?.setAttribute('src', '/older.svg')
    if (box) box.innerHTML = '<u>Older</u>'
  })
  await page.until(isApplied)
  await page.run(() => motif.stop())
  expect(await page.text('h1')).toBe('Welcome back')
  expect(await page.run(() => document.querySelector('a')?.getAttribute('href'))).toBe('/older')
  expect(await page.run(() => document.querySelector('img')?.getAttribute('src'))).toBe('/older.svg')
  expect(await page.run(() => document.querySelector('#box')?.innerHTML)).toBe('<u>Older</u>')
})

test('after stop nothing is changed any more, and start begins again', async ({ visit }) => {
  const page = await visit({ body: '<h1>Welcome</h1>', content: content.slice(0, 1) })
  await page.until(() => document.querySelector('h1')?.textContent === 'Hello Ada')
  await page.run(async () => {
    motif.stop()
    document.body.innerHTML = '<h1>Later</h1>'
    for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame)
  })
  expect(await page.text('h1')).toBe('Later')
  await page.run((pattern) => motif.start({ pattern }), page.pattern)
  await page.until(() => document.querySelector('h1')?.textContent === 'Hello Ada')
  expect(await page.complaints()).toEqual([])
})
