import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Report } from '../../snippet/public.d.ts'
import type { ContentItem } from '../../wire/record.ts'
import type { ContentType } from '../../wire/targets.ts'
import { waitForFrames } from '../support/frames.ts'
import type { Asset } from '../support/site.ts'
import { tagOf } from '../support/tag.ts'
import { test as inEngine, type Visit } from '../support/visit.ts'
import { watch } from '../support/watch.ts'
import { debian, unpack } from './debian.ts'
import type { PublicPage } from './pages.ts'

declare global {
  interface Window {
    /** What Motif last told of its items. */
    lastReport?: Report
  }
}

const test = inEngine.extend('engine', { scope: 'worker' }, () => 'chromium' as const)

/** Each page is made personal, stays so while it goes on, and is given back, without an error that it has not by itself. */
export function showPages(pages: PublicPage[]): void {
  test.for(pages)('$name', async (page, { visit, skip }) => {
    if (!unpack(page.debian ?? [])) return skip('Debian’s packages cannot be had here')
    const content = contentOf(page)
    expect(content).toHaveLength(10)
    const tab = await visit({ body: '', query: () => '', content })
    const looked = () => tab.run(look, content)
    const isPersonal = () => expect.poll(async () => (await looked()).map(distinct)).toEqual(personal)
    const personal = content.map(({ payload }) => [payload.toLowerCase()])
    const all = { applied: content.map((_, at) => at), missing: [], refused: [], contested: [] }

    await open(tab, page, '')
    await page.act?.(tab)
    await tab.run(waitForFrames, 10)
    const body = page.isMoving ? '' : await tab.run(bodyOf)
    const own = { items: await looked(), complaints: await tab.complaints() }

    await open(tab, page, tagOf('inline', tab.site.motif))
    await tab.run(() => motif.ready)
    await isPersonal()
    await page.act?.(tab)
    await isPersonal()
    await tab.run(waitForFrames, 10)
    await isPersonal()
    await expect.poll(() => tab.run(() => window.lastReport)).toEqual(all)
    expect(await tab.run(() => getComputedStyle(document.documentElement).opacity)).toBe('1')

    await tab.run(() => motif.stop())
    await expect.poll(looked).toEqual(own.items)
    if (!page.isMoving) await expect.poll(() => tab.run(bodyOf)).toBe(body)
    expect(await tab.complaints()).toEqual(own.complaints)
    expect(await tab.run(askedElsewhere)).toEqual([])
  })
}

const payloads: Record<ContentType, (number: number, ending: string) => string> = {
  text: (number, ending) => `Made for Acme, item ${number}${ending}`,
  html: (number) => `All that <b>Acme</b> needs, item ${number}`,
  src: (number) => `/acme-${number}.svg`,
  href: (number) => `/acme/${number}`,
}

const types = Object.keys(payloads) as ContentType[]

function contentOf(page: PublicPage): ContentItem[] {
  return types
    .flatMap((type) => (page[type] ?? []).map((selector) => ({ type, selector })))
    .map((item, at) => ({ ...item, payload: payloads[item.type](at, page.ending ?? '') }))
}

/** Opens the page with this tag in it, and with a pattern if there is a tag. */
async function open({ site, pattern, goto }: Visit, { path, isLate }: PublicPage, tag: string) {
  const before = `<script>(${watch})();document.addEventListener('motif:applied', ({ detail }) => { lastReport = detail })</script>`
  const html = withoutElsewhere(fileAt(path)?.body.toString() ?? '')
  const page = {
    body: html.replace('<head>', (head) => head + before + tag),
    type: 'text/html; charset=utf-8',
  }
  site.assets = Object.assign(new Map(), { get: (asked: string) => (asked === path ? page : fileAt(asked)) })
  const loaded = Promise.withResolvers<void>()
  if (isLate) site.behaviour.record = { after: loaded.promise }
  await goto(site.pages + path + (tag && `?pattern=${pattern}`))
  loaded.resolve()
}

const picture = { body: '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>' }

/** A file of the pages or of what they load; every other picture is an empty one. */
function fileAt(path: string): Asset | undefined {
  const file = ['node_modules', 'test/fixtures/public', debian].map((root) => root + path).find(existsSync)
  if (!file) return path.endsWith('.svg') ? picture : undefined
  if (!file.endsWith('.css')) return { body: readFileSync(file) }
  return { body: readFileSync(file, 'utf8').replace(/url\("?https:[^)]*\)/g, 'url(/picture-1.svg)') }
}

const elsewhere = /<script[^>]*src="(https?:)?\/\/[^>]*><\/script>|<link[^>]*href="(https?:)?\/\/[^>]*>/g

/** The page with the libraries that node_modules has, and with nothing else from elsewhere. */
function withoutElsewhere(html: string): string {
  return html
    .replaceAll('file:///usr/', '/usr/')
    .replace(/https:[^"]*bootstrap@5[^"]*(?=\/dist\/js)/, '/bootstrap')
    .replace(/https:[^"]*\/SimpleLightbox\/2.1.0(?=\/)/g, '/simple-lightbox/dist')
    .replace(elsewhere, '')
    .replace(/(<(?:img|source|iframe)[^>]*src=")(?:https?:)?\/\/[^"]*/g, '$1/picture-1.svg')
}

const distinct = (shown: string[]) => [...new Set(shown)]

/** Runs in the page: what a visitor has of each element of each item, in small letters. */
const look = (content: ContentItem[]) => {
  const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const words = (element: HTMLElement) => {
    const emoji = [...element.querySelectorAll<HTMLImageElement>('img.emoji')]
    const copy = element.cloneNode(true) as HTMLElement
    for (const [at, image] of copy.querySelectorAll('img.emoji').entries())
      image.replaceWith(emoji[at] && isSeen(emoji[at]) ? emoji[at].alt : '')
    const said = isSeen(element) && emoji.length === 0 ? element.innerText : (copy.textContent ?? '')
    // Icons of a font are no words.
    return said.replace(/[\s\ue000-\uf8ff]+/g, ' ').trim()
  }
  const html = (element: HTMLElement) => {
    const copy = element.cloneNode(true) as HTMLElement
    // A framework's own nodes stay, hidden.
    for (const hidden of copy.querySelectorAll('[style*="display: none"]')) hidden.remove()
    return copy.innerHTML.trim()
  }
  const source = (element: HTMLElement) => {
    const { currentSrc, src } = element as HTMLImageElement
    const background = getComputedStyle(element).backgroundImage.match(/url\("?([^"]*)"?\)/)?.[1] ?? ''
    return new URL(currentSrc || src || background, location.href).pathname
  }
  const looks = {
    text: words,
    html,
    src: source,
    href: (element: HTMLElement) => element.getAttribute('href') ?? '',
  }
  return content.map(({ selector, type }) =>
    [...document.querySelectorAll<HTMLElement>(selector)].map((element) =>
      looks[type](element).toLowerCase(),
    ),
  )
}

/** Runs in the page: its HTML, when nothing in it has moved for a moment. */
const bodyOf = async () => {
  for (let body = ''; body !== document.body.innerHTML || document.getAnimations().length > 0; ) {
    body = document.body.innerHTML
    await new Promise((done) => setTimeout(done, 100))
  }
  // The letters of a style are the browser's.
  for (const { style } of document.body.querySelectorAll<HTMLElement>('[style]')) style.cssText += ''
  return document.body.innerHTML
}

/** Runs in the page: what it asked of other computers. */
const askedElsewhere = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => /^https?:/.test(name) && new URL(name).hostname !== location.hostname)
