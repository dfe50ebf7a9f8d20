import { describe, expect } from 'vitest'
import type { Asset } from '../support/site.ts'
import { test } from '../support/visit.ts'

const svg: Asset = { body: '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>' }
const assets = {
  '/old.svg': svg,
  '/large.svg': svg,
  '/new.svg': svg,
  '/text': { body: 'not a picture' },
}
/** The browser tells of a picture that does not load; nothing else may be told. */
const besidesPictures = (complaints: string[]) => complaints.filter((text) => !text.startsWith('error: <img'))

const pictures = `<img id="plain" src="/old.svg" alt="">
  <img id="set" src="/old.svg" srcset="/large.svg 2x, /old.svg 1x" sizes="50vw" alt="">
  <picture><source srcset="/large.svg" media="(min-width: 1px)"><img id="inside" src="/old.svg" alt=""></picture>`

describe.each([
  ['is not there', '/nowhere.svg'],
  ['is no picture', '/text'],
])('a personal picture that %s', (_, payload) => {
  test('gives way to the page’s own, and its item is refused', async ({ visit }) => {
    const page = await visit({
      tag: 'inline',
      attributes: { 'data-hide': 'img' },
      assets,
      body: `<main>${pictures}</main>`,
      content: ['#plain', '#set', '#inside'].map((selector) => ({ selector, type: 'src', payload })),
    })
    const isOwn = (html: string) =>
      document.querySelector('main')?.innerHTML === html &&
      [...document.images].every(
        (image) =>
          image.complete &&
          image.naturalWidth > 0 &&
          image.checkVisibility({ visibilityProperty: true }) &&
          /(old|large)\.svg$/.test(image.currentSrc),
      )
    await expect
      .poll(() => page.batches.findLast(({ report }) => report)?.report)
      .toMatchObject({ applied: [], refused: [0, 1, 2], contested: [] })
    await page.until(isOwn, pictures)
    expect(page.requests.some(({ path }) => path === payload)).toBe(true)
    expect(besidesPictures(await page.complaints())).toEqual([])
  })
})

const head = `<style>
  .photo { background: linear-gradient(red, blue), url(/old.svg) center / cover; min-height: 40px }
</style>`
const backgroundOf = () => getComputedStyle(document.querySelector('#hero') as Element).backgroundImage
const hasBackground = (path: string) =>
  getComputedStyle(document.querySelector('#hero') as Element).backgroundImage.includes(path)

describe.each([
  ['a block', '<div id="hero" class="photo">Text</div>'],
  ['a link', '<a id="hero" class="photo" href="/there">Text</a>'],
])('the background picture of %s', (_, html) => {
  test('is changed behind its gradient, and given back by stop()', async ({ visit }) => {
    const page = await visit({
      head,
      assets,
      body: `<main>${html}</main>`,
      content: [{ selector: '#hero', type: 'src', payload: '/new.svg' }],
    })
    await page.until(hasBackground, '/new.svg')
    expect(await page.run(backgroundOf)).toContain('gradient')
    expect(await page.run(() => motif.ready)).toMatchObject({ applied: [0], refused: [] })
    await page.run(() => motif.stop())
    expect(await page.run(() => document.querySelector('main')?.innerHTML)).toBe(html)
    expect(await page.complaints()).toEqual([])
  })

  test('comes back where the personal one does not load, and the item is refused', async ({ visit }) => {
    const page = await visit({
      head,
      assets,
      body: `<main>${html}</main>`,
      content: [{ selector: '#hero', type: 'src', payload: '/nowhere.svg' }],
    })
    await expect
      .poll(() => page.batches.findLast(({ report }) => report)?.report)
      .toMatchObject({ applied: [], refused: [0] })
    await page.until((own) => document.querySelector('main')?.innerHTML === own, html)
    expect(page.requests.some(({ path }) => path === '/nowhere.svg')).toBe(true)
  })
})

test('an address cannot break out of the style that it comes into', async ({ visit }) => {
  const payload = '/new.svg?a=b"c)d\'e\\f, url(/trap.svg'
  const page = await visit({
    head,
    assets,
    body: ['a', 'b'].map((id) => `<div id="${id}" class="photo">A</div>`).join(''),
    content: [
      { selector: '#a', type: 'src', payload },
      { selector: '#b', type: 'src', payload: 'javascript:window.ran=1' },
    ],
  })
  await expect.poll(() => page.requests.some(({ path }) => path.startsWith('/new.svg?a=b'))).toBe(true)
  expect(await page.run(() => motif.ready)).toMatchObject({ refused: [1] })
  expect(page.requests.some(({ path }) => path === '/trap.svg')).toBe(false)
  const urls = await page.run(
    () => getComputedStyle(document.querySelector('#a') as Element).backgroundImage.split('url("').length - 1,
  )
  expect(urls).toBe(1)
})
