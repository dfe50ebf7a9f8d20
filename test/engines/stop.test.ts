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
  { selector: '#box', type: 'html', payload: '<p class="y">Newer</p>' },
]

declare global {
  interface Window {
    original: Node
  }
}

test('stop gives the page back as it was, its very nodes, and start begins again', async ({ visit }) => {
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
  await page.run(() => document.body.append(document.createElement('h1')))
  await page.run((pattern) => motif.start({ pattern }), page.pattern)
  await page.until(() => [...document.querySelectorAll('h1')].every((h1) => h1.textContent === 'Hello Ada'))
})
