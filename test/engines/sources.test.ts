import { expect } from 'vitest'
import type { Asset } from '../support/site.ts'
import { test } from '../support/visit.ts'

const svg = (color: string): Asset => ({
  body: `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="${color}"/></svg>`,
})
const assets = { '/old.svg': svg('red'), '/large.svg': svg('orange'), '/new.svg': svg('green') }

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
