import { describe, expect } from 'vitest'
import { hiddenOf, waitForFrames } from '../support/frames.ts'
import type { Asset } from '../support/site.ts'
import { test, type Visit } from '../support/visit.ts'

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

test('a picture that fails after stop() changes nothing any more', async ({ visit }) => {
  const answer = Promise.withResolvers<void>()
  const page = await visit({
    waitUntil: 'none',
    assets: { ...assets, '/slow': { body: 'not a picture', after: answer.promise } },
    body: `<main>${pictures}</main>`,
    content: [{ selector: 'img', type: 'src', payload: '/slow' }],
  })
  await expect.poll(() => page.requests.some(({ path }) => path === '/slow')).toBe(true)
  await page.run(() => motif.stop())
  await page.run(() => document.querySelector('#plain')?.setAttribute('src', '/large.svg'))
  answer.resolve()
  await page.until(() => document.readyState === 'complete')
  await page.run(waitForFrames, 10)
  expect(await page.run(() => document.querySelector('#plain')?.getAttribute('src'))).toBe('/large.svg')
  expect(await page.run(() => document.querySelector('#set')?.getAttribute('src'))).toBe('/old.svg')
})

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

/** The colour of a pixel as the visitor sees it, in hexadecimal. */
const colorAt = async (page: Visit, x: number, y: number) => {
  const shot = Buffer.from(await page.screenshot()).toString('base64')
  return page.run(
    async (data, left, top) => {
      const image = Object.assign(new Image(), { src: `data:image/png;base64,${data}` })
      await image.decode()
      const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
      context.drawImage(image, -left, -top)
      const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
      return ((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')
    },
    shot,
    x,
    y,
  )
}

test('an image whose picture is on its way when the time is over shows nothing of the page’s own', async ({
  visit,
  engine,
}) => {
  const square = (color: string) => ({
    body: `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="${color}"/></svg>`,
  })
  const record = Promise.withResolvers<void>()
  const picture = Promise.withResolvers<void>()
  const page = await visit({
    tag: 'inline',
    attributes: { 'data-hide': 'img', 'data-timeout': '60000' },
    assets: { '/old.svg': square('#f00'), '/new.svg': { ...square('#080'), after: picture.promise } },
    head: '<style>body { margin: 0 }</style>',
    body: '<img src="/old.svg" width="100" height="100" alt="">',
    record: { after: record.promise },
    content: [{ selector: 'img', type: 'src', payload: '/new.svg' }],
  })
  // WebKit gives no screenshot while a picture is on its way.
  const expectColor = async (color: string) =>
    engine === 'webkit' || expect.poll(() => colorAt(page, 50, 50)).toBe(color)
  record.resolve()
  await expect.poll(() => page.requests.some(({ path }) => path === '/new.svg')).toBe(true)
  // As the tag does when the time is over.
  await page.run(() => {
    for (const sheet of document.adoptedStyleSheets) sheet.disabled = true
  })
  await page.run(waitForFrames, 5)
  await expectColor('ffffff')
  picture.resolve()
  await page.until(() => document.images[0]?.naturalWidth === 100)
  await expectColor('008800')
  await page.run(() => motif.stop())
  await expectColor('ff0000')
  expect(await page.run(() => document.body.innerHTML)).toContain(
    '<img src="/old.svg" width="100" height="100" alt="">',
  )
  expect(await page.complaints()).toEqual([])
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
  'that of a source, and the image has its own,': {
    html: sourced,
    items: [
      ['img', '/new.svg'],
      ['source', '/nowhere.svg'],
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

describe.each([
  ['with all files,', ''],
  ['where the file follow is blocked,', '/follow-'],
])('%s', (_, only) => {
  test.for(Object.entries(twoPictures))(
    'a personal picture that does not load leaves the other item its place: %s',
    async ([, { html, items, shows, refused }], { visit }) => {
      const page = await visit({
        body: `<main>${html}</main>`,
        assets,
        content: items.map(([selector, payload]) => ({ selector, type: 'src', payload })),
        files: only ? { only, status: 404 } : {},
      })
      const shown = (path: string) =>
        document.images[0]?.naturalWidth === 40 && document.images[0].currentSrc.endsWith(path)
      await page.until(shown, shows)
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
})

const backgrounds = {
  'in its style': `<div id="hero" style="background-image: linear-gradient(red, blue), url(&quot;/old.svg&quot;); color: red">Text</div>`,
  'in the short form': '<div id="hero" style="background: green url(/old.svg) no-repeat center">Text</div>',
  'by its class': '<div id="hero" class="photo">Text</div>',
  'by its class, on a link': '<a id="hero" class="photo" href="/there">Text</a>',
}
const head = `<style>
  .photo { background: linear-gradient(red, blue), url(/old.svg) center / cover; min-height: 40px }
</style>`
const backgroundOf = () => getComputedStyle(document.querySelector('#hero') as Element).backgroundImage
const hasBackground = (path: string) =>
  getComputedStyle(document.querySelector('#hero') as Element).backgroundImage.includes(path)

describe.each(Object.entries(backgrounds))('a background picture %s', (_, html) => {
  test('is changed behind its gradient, and given back by stop()', async ({ visit }) => {
    const page = await visit({
      head,
      assets,
      body: `<main>${html}</main>`,
      record: { delayMs: 200 },
      content: [{ selector: '#hero', type: 'src', payload: '/new.svg' }],
    })
    const before = (await page.run(backgroundOf)).replace('/new.svg', '/old.svg')
    await page.until(() =>
      getComputedStyle(document.querySelector('#hero') as Element).backgroundImage.includes('/new.svg'),
    )
    expect(await page.run(backgroundOf)).toBe(before.replace('/old.svg', '/new.svg'))
    expect(await page.run(() => motif.ready)).toMatchObject({ applied: [0], refused: [] })
    await page.run(() => motif.stop())
    expect(await page.run(() => document.querySelector('main')?.innerHTML)).toBe(html)
    expect(await page.run(backgroundOf)).toBe(before)
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
    expect(await page.run(backgroundOf)).toContain('/old.svg')
    expect(page.requests.some(({ path }) => path === '/nowhere.svg')).toBe(true)
    expect(besidesPictures(await page.complaints())).toEqual([])
  })
})

test('a background picture that the page loads late is changed, and given back by stop()', async ({
  visit,
}) => {
  const page = await visit({
    assets,
    body: '<main><div id="hero">Text</div></main>',
    content: [{ selector: '#hero', type: 'src', payload: '/new.svg' }],
  })
  await expect
    .poll(() => page.batches.findLast(({ report }) => report)?.report)
    .toMatchObject({ applied: [], refused: [0] })
  await page.run(() => {
    const hero = document.querySelector('#hero') as HTMLElement
    hero.style.backgroundImage = 'url("/old.svg")'
  })
  await page.until(hasBackground, '/new.svg')
  await expect
    .poll(() => page.batches.findLast(({ report }) => report)?.report)
    .toMatchObject({ applied: [0], refused: [] })
  await page.run(() => motif.stop())
  expect(await page.run(backgroundOf)).toContain('/old.svg')
})

test('a picture for an element that has none, nor a background, is refused', async ({ visit }) => {
  const html = '<h1 style="color: red">A</h1><p style="background: linear-gradient(red, blue)">B</p><i>C</i>'
  const page = await visit({
    assets,
    body: `<main>${html}</main>`,
    content: ['h1', 'p', 'i'].map((selector) => ({ selector, type: 'src', payload: '/new.svg' })),
  })
  expect(await page.run(() => motif.ready)).toMatchObject({ applied: [], refused: [0, 1, 2] })
  expect(await page.run(() => document.querySelector('main')?.innerHTML)).toBe(html)
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
    () => getComputedStyle(document.querySelector('#a') as Element).backgroundImage.split('url(').length - 1,
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

/** The page changes so that the later of two items gets a target in a picture where the other one has its own: what is left. */
const oneByOne: Record<string, { items: [string, string][]; change(): void; shows: string; left: string }> = {
  'a source': {
    items: [
      ['img', '/new.svg'],
      ['.late', '/wide.svg'],
    ],
    change: () => document.querySelector('source')?.setAttribute('class', 'late'),
    shows: '/wide.svg',
    left: sourced.replace('.svg">', '.svg" class="late">'),
  },
  'an image': {
    items: [
      ['source', '/wide.svg'],
      ['.late', '/new.svg'],
    ],
    change: () => document.querySelector('main img')?.setAttribute('class', 'late'),
    shows: '/new.svg',
    left: sourced.replace('alt="">', 'alt="" class="late">'),
  },
}

test.for(Object.entries(oneByOne))(
  'the picture of the later item is shown, also if its target comes last: %s',
  async ([, { items, change, shows, left }], { visit }) => {
    const page = await visit({
      body: `<main>${sourced}</main>`,
      assets: { ...assets, '/wide.svg': svg },
      content: items.map(([selector, payload]) => ({ selector, type: 'src', payload })),
    })
    expect(await page.run(() => motif.ready)).toMatchObject({ applied: [0] })
    await page.run(change)
    await page.until((path) => document.images[0]?.currentSrc.endsWith(path), shows)
    await page.run(() => motif.stop())
    expect(await page.run(() => document.querySelector('main')?.innerHTML)).toBe(left)
  },
)

test('the picture of a source is shown that has arrived with its image, if the page goes on late', async ({
  visit,
  engine,
}) => {
  // The others may show nothing of a page before its pause.
  if (engine !== 'chromium') return
  const rest = Promise.withResolvers<void>()
  const page = await visit({
    waitUntil: 'none',
    body: `<main>${sourced}</main>`,
    pause: { behind: 'alt="">', until: rest.promise },
    assets: { ...assets, '/wide.svg': svg },
    content: [
      { selector: 'img', type: 'src', payload: '/new.svg' },
      { selector: 'source', type: 'src', payload: '/wide.svg' },
    ],
    files: { only: '/follow-', status: 404 },
  })
  await page.until(() => document.querySelector('img[src="/new.svg"]'))
  rest.resolve()
  await page.until(() => document.images[0]?.currentSrc.endsWith('/wide.svg'))
  await page.run(() => motif.stop())
  expect(await page.run(() => document.querySelector('main')?.innerHTML)).toBe(sourced)
})
