import { expect } from 'vitest'
import type { Asset } from '../support/site.ts'
import { test } from '../support/visit.ts'

const svg = (color: string): Asset => ({
  body: `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="${color}"/></svg>`,
})
const assets = { '/old.svg': svg('red'), '/large.svg': svg('orange'), '/new.svg': svg('green') }
const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

test('an image shows the payload, whatever srcset and the sources of its picture say', async ({ visit }) => {
  const page = await visit({
    assets,
    body: `<img id="plain" src="/old.svg"><img id="set" src="/old.svg" srcset="/large.svg 1x, /large.svg 2x" sizes="50vw">
      <picture><source srcset="/large.svg" media="(min-width: 1px)"><source srcset="/large.svg"><img id="inside" src="/old.svg"></picture>`,
    content: ['#plain', '#set', '#inside'].map((selector) => ({
      selector,
      type: 'src',
      payload: '/new.svg',
    })),
  })
  await page.until(() =>
    [...document.images].every(
      (image) => image.complete && new URL(image.currentSrc).pathname === '/new.svg',
    ),
  )
  expect(await page.complaints()).toEqual([])
})

test('a picture whose sources come later still shows the payload', async ({ visit }) => {
  const page = await visit({
    assets,
    body: '<picture><img src="/old.svg"></picture>',
    content: [{ selector: 'img', type: 'src', payload: '/new.svg' }],
  })
  await page.until(() => new URL(document.images[0]?.currentSrc ?? '', location.href).pathname === '/new.svg')
  await page.run(() => {
    const source = document.createElement('source')
    source.srcset = '/large.svg'
    document.querySelector('picture')?.prepend(source)
    document.images[0]?.setAttribute('srcset', '/large.svg')
  })
  await page.run(async () => {
    for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame)
  })
  await page.until(() => new URL(document.images[0]?.currentSrc ?? '').pathname === '/new.svg')
})

test('a frame that has loaded gets another address, and back still leaves the page', async ({ visit }) => {
  const loaded = Promise.withResolvers<void>()
  const page = await visit({
    assets: { '/own': { body: '<p>own</p>' }, '/framed': { body: '<p>framed</p>' } },
    body: '<p>Before</p><iframe src="/own"></iframe><p>Behind</p>',
    content: [{ selector: 'iframe', type: 'src', payload: '/framed' }],
    record: { after: loaded.promise },
    waitUntil: 'none',
  })
  const shows = (text: string) =>
    document.querySelector('iframe')?.contentDocument?.body?.textContent === text
  await page.until(shows, 'own')
  const before = await page.run(() => history.length)
  loaded.resolve()
  await page.until(shows, 'framed')
  expect(await page.run(() => history.length)).toBe(before)
  await page.run(() => motif.stop())
  await page.until(shows, 'own')
  expect(await page.run(() => history.length)).toBe(before)
  expect(await page.run(() => document.body.innerHTML)).toContain(
    '<p>Before</p><iframe src="/own"></iframe><p>Behind</p>',
  )
})

test('videos, audios, sources and frames get the address', async ({ visit }) => {
  const page = await visit({
    assets: { '/framed': { body: '<p>framed</p>' } },
    body: `<video id="video" src="/old.mp4"></video><audio id="audio" src="/old.mp3"></audio>
      <video><source id="source" src="/old.mp4"></video><iframe id="iframe" src="about:blank"></iframe>`,
    content: [
      { selector: '#video', type: 'src', payload: '/new.mp4' },
      { selector: '#audio', type: 'src', payload: '/new.mp3' },
      { selector: '#source', type: 'src', payload: '/new2.mp4' },
      { selector: '#iframe', type: 'src', payload: '/framed' },
    ],
  })
  const report = await page.run(() => motif.ready)
  expect(report.applied).toEqual([0, 1, 2, 3])
  const sources = await page.run(() =>
    ['#video', '#audio', '#source', '#iframe'].map((id) => document.querySelector(id)?.getAttribute('src')),
  )
  expect(sources).toEqual(['/new.mp4', '/new.mp3', '/new2.mp4', '/framed'])
  await page.until(() => document.querySelector('iframe')?.contentDocument?.body?.textContent === 'framed')
})

test('a page whose `load` of media throws is given back whole', async ({ visit }) => {
  const page = await visit({
    head: '<script>HTMLMediaElement.prototype.load = () => { throw new Error("own load") }</script>',
    body: '<video><source src="/old.mp4"></video><h1>Own</h1>',
    content: [
      { selector: 'source', type: 'src', payload: '/new.mp4' },
      { selector: 'h1', type: 'text', payload: 'Hello Ada' },
    ],
  })
  expect(await page.run(() => motif.ready)).toMatchObject({ applied: [0, 1] })
  const shown = () => [
    document.querySelector('source')?.getAttribute('src'),
    document.querySelector('h1')?.textContent,
  ]
  expect(await page.run(shown)).toEqual(['/new.mp4', 'Hello Ada'])
  await page.run(() => motif.stop())
  expect(await page.run(shown)).toEqual(['/old.mp4', 'Own'])
})

test('an image may come inside its address, and nothing else may', async ({ visit }) => {
  const page = await visit({
    assets,
    body: `<img id="image" src="/old.svg"><iframe id="frame" src="/old.svg"></iframe><img id="html" src="/old.svg">
      <iframe id="script" src="/old.svg"></iframe><iframe id="blob" src="/old.svg"></iframe><img id="bad" src="/old.svg">`,
    content: [
      { selector: '#image', type: 'src', payload: pixel },
      { selector: '#frame', type: 'src', payload: pixel },
      { selector: '#html', type: 'src', payload: 'data:text/html,<script>parent.ran=1</script>' },
      { selector: '#script', type: 'src', payload: 'javascript:parent.ran=1' },
      { selector: '#blob', type: 'src', payload: 'blob:http://127.0.0.1/1' },
      { selector: '#bad', type: 'src', payload: 'javascript:window.ran=1' },
    ],
  })
  const report = await page.run(() => motif.ready)
  expect(report).toMatchObject({ applied: [0], refused: [1, 2, 3, 4, 5] })
  expect(await page.run(() => document.images[0]?.getAttribute('src'))).toBe(pixel)
  expect(await page.run(() => [...document.querySelectorAll('[src="/old.svg"]')].length)).toBe(5)
})

test('a source waits for its image, where the parser pauses between them', async ({ visit, engine }) => {
  // WebKit may run no asynchronous script before it has more of the page.
  if (engine === 'webkit') return
  const body = Promise.withResolvers<void>()
  const follow = Promise.withResolvers<void>()
  const page = await visit({
    assets,
    body: '<h1>Welcome</h1><picture><source srcset="/large.svg">',
    rest: { after: body.promise, body: '<img src="/old.svg"></picture></body></html>' },
    waitUntil: 'none',
    files: { only: '/follow-', after: follow.promise },
    content: [
      { selector: 'h1', type: 'text', payload: 'Hello Ada' },
      { selector: 'source', type: 'src', payload: '/new.svg' },
    ],
  })
  await page.until(() => document.querySelector('h1')?.textContent === 'Hello Ada')
  body.resolve()
  await page.until(() => document.images[0]?.currentSrc.endsWith('/new.svg'))
  expect(await page.run(() => document.querySelector('source')?.hasAttribute('src'))).toBe(false)
  follow.resolve()
})

test('a video reads its sources again when they are given back', async ({ visit }) => {
  const page = await visit({
    body: '<video><source src="/old.mp4"></video>',
    content: [{ selector: 'source', type: 'src', payload: '/new.mp4' }],
  })
  await page.run(() => motif.ready)
  await page.run(() => {
    const video = document.querySelector('video') as HTMLVideoElement
    video.load = () => void video.setAttribute('class', 'loaded')
    motif.stop()
  })
  expect(await page.run(() => document.querySelector('video')?.outerHTML)).toBe(
    '<video class="loaded"><source src="/old.mp4"></video>',
  )
})

test('a video whose own address is gone again plays its sources again', async ({ visit }) => {
  const page = await visit({
    body: '<video><source src="/own.mp4"></video>',
    content: [{ selector: 'video', type: 'src', payload: '/ada.mp4' }],
  })
  await page.until(() => document.querySelector('video')?.getAttribute('src') === '/ada.mp4')
  await page.run(() => motif.stop())
  await page.until(() => document.querySelector('video')?.currentSrc.endsWith('/own.mp4'))
})

test('a frame with a `srcdoc` shows the address of its item instead, and after stop() the `srcdoc` again', async ({
  visit,
}) => {
  const page = await visit({
    assets: { '/framed': { body: 'For Ada' }, '/own': { body: 'Own' } },
    body: '<iframe src="/own" srcdoc="<b>Press to play</b>"></iframe>',
    content: [{ selector: 'iframe', type: 'src', payload: '/framed' }],
  })
  const shows = (said: string) =>
    document.querySelector('iframe')?.contentDocument?.body?.textContent === said
  await page.until(shows, 'For Ada')
  await page.run(() => motif.stop())
  await page.until(shows, 'Press to play')
})
