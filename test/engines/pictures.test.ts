import { describe, expect } from 'vitest'
import { hiddenOf, waitForFrames } from '../support/frames.ts'
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

// Firefox may tell of the picture before once another has taken its place.
test.for(['load', 'error'])(
  'a late %s of the picture that was there before says nothing of the personal one',
  async (type, { visit }) => {
    const answer = Promise.withResolvers<void>()
    const page = await visit({
      tag: 'inline',
      waitUntil: 'none',
      attributes: { 'data-hide': 'img', 'data-timeout': '60000' },
      assets: { ...assets, '/slow.svg': { ...svg, after: answer.promise } },
      body: '<img src="/old.svg" alt="">',
      content: [{ selector: 'img', type: 'src', payload: '/slow.svg' }],
    })
    await expect.poll(() => page.requests.some(({ path }) => path === '/slow.svg')).toBe(true)
    await page.run((name) => void document.images[0]?.dispatchEvent(new Event(name)), type)
    await page.run(waitForFrames, 10)
    expect(await page.run(hiddenOf, ['img'])).toEqual(['img'])
    answer.resolve()
    await page.until(() => document.images[0]?.complete)
    await page.until(() => document.images[0]?.checkVisibility({ visibilityProperty: true }))
    expect(await page.run(() => document.images[0]?.getAttribute('src'))).toBe('/slow.svg')
    expect(await page.run(() => motif.ready)).toMatchObject({ applied: [0], refused: [] })
  },
)

test('an image that the page changes while a personal picture fails has what the page changed it to', async ({
  visit,
}) => {
  const answer = Promise.withResolvers<void>()
  const page = await visit({
    waitUntil: 'none',
    assets: { ...assets, '/slow': { body: 'not a picture', after: answer.promise } },
    body: `<main>${pictures}</main>`,
    content: [{ selector: 'img', type: 'src', payload: '/slow' }],
  })
  await expect.poll(() => page.requests.some(({ path }) => path === '/slow')).toBe(true)
  await page.run(() => {
    document.querySelector('#set')?.setAttribute('src', '/large.svg')
    document.querySelector('#inside')?.removeAttribute('src')
  })
  await page.until(() => [...document.images].every((image) => image.getAttribute('src') === '/slow'))
  answer.resolve()
  await page.until(() => document.querySelector('#plain')?.getAttribute('src') === '/old.svg')
  const changed = pictures
    .replace('id="set" src="/old.svg"', 'id="set" src="/large.svg"')
    .replace('id="inside" src="/old.svg"', 'id="inside"')
  await page.run(waitForFrames, 3)
  const shown = await page.run((html) => {
    const main = Object.assign(document.createElement('main'), { innerHTML: html })
    return [document.querySelector('main') as Element, main].map((one) =>
      [...one.querySelectorAll('img,source')].map((image) =>
        ['src', 'srcset', 'media'].map((name) => image.getAttribute(name)),
      ),
    )
  }, changed)
  expect(shown[0]).toEqual(shown[1])
})

const sourced = '<picture><source srcset="/large.svg"><img src="/old.svg" alt=""></picture>'
/** Two items for what one image shows: by which selectors and with which pictures, and which picture it ends with. */
const twoPictures: Record<
  string,
  { html: string; items: [string, string][]; shows: string; refused: number[] }
> = {
  'the later of two for one image': {
    html: '<img src="/old.svg" alt="">',
    items: [
      ['main img', '/new.svg'],
      ['img', '/nowhere.svg'],
    ],
    shows: '/new.svg',
    refused: [1],
  },
  'that of an image, before which its source counts no more,': {
    html: sourced,
    items: [
      ['source', '/new.svg'],
      ['img', '/nowhere.svg'],
    ],
    shows: '/new.svg',
    refused: [1],
  },
  'each of both': {
    html: sourced,
    items: [
      ['img', '/nowhere.svg'],
      ['source', '/neither.svg'],
    ],
    shows: '/large.svg',
    refused: [0, 1],
  },
}

test.for(Object.entries(twoPictures))(
  'a personal picture that does not load leaves the other item its place: %s',
  async ([, { html, items, shows, refused }], { visit }) => {
    const page = await visit({
      body: `<main>${html}</main>`,
      assets,
      content: items.map(([selector, payload]) => ({ selector, type: 'src', payload })),
    })
    const shown = (path: string) =>
      document.images[0]?.naturalWidth === 40 && document.images[0].currentSrc.endsWith(path)
    const applied = [0, 1].filter((index) => !refused.includes(index))
    await expect
      .poll(() => page.batches.findLast(({ report }) => report)?.report)
      .toMatchObject({ applied, refused, contested: [] })
    await page.until(shown, shows)
    await page.run(() => motif.stop())
    expect(await page.run(() => document.querySelector('main')?.innerHTML)).toBe(html)
    expect(besidesPictures(await page.complaints())).toEqual([])
  },
)

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

test.for(["this.src='/large.svg'", "this.onerror=null;this.src='/large.svg'"])(
  'a picture that does not load gives way to the page’s own, though the page has onerror="%s"',
  async (handler, { visit }) => {
    const page = await visit({
      body: `<img src="/old.svg" onerror="${handler}" alt="">`,
      assets,
      content: [{ selector: 'img', type: 'src', payload: '/nowhere.svg' }],
    })
    const requested = () => page.requests.filter(({ path }) => path === '/nowhere.svg').length
    await expect.poll(requested).toBe(1)
    await page.until(
      () => document.images[0]?.getAttribute('src') === '/old.svg' && document.images[0].complete,
    )
    await page.run(waitForFrames, 5)
    expect(await page.run(() => document.images[0]?.getAttribute('src'))).toBe('/old.svg')
    expect(requested()).toBe(1)
  },
)
