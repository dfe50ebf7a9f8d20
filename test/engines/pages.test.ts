import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import type { ContentItem } from '../../wire/record.ts'
import { hiddenOf, waitForFrames } from '../support/frames.ts'
import { readPage } from '../support/pages.ts'
import type { Asset } from '../support/site.ts'
import { tagOf } from '../support/tag.ts'
import { type Scenario, test, type Visit } from '../support/visit.ts'

declare global {
  interface Window {
    /** Whether the page's own scripts have done what they do when it begins. */
    isDone: boolean
  }
}

const text = (body: string, type: string): Asset => ({ body, type })
const library = (file: string): Asset => text(readFileSync(`node_modules/${file}`, 'utf8'), 'text/javascript')
const svg = { body: '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>' }
const assets: Record<string, Asset> = {
  '/old.svg': svg,
  '/new.svg': svg,
  '/jquery.js': library('jquery/dist/jquery.min.js'),
  '/splide.js': library('@splidejs/splide/dist/js/splide.min.js'),
  '/splide.css': text(
    readFileSync('node_modules/@splidejs/splide/dist/css/splide-core.min.css', 'utf8'),
    'text/css',
  ),
  '/split-type.js': library('split-type/umd/index.min.js'),
}

const content: ContentItem[] = [
  { selector: 'h1', type: 'text', payload: 'Made for Acme, Ada' },
  { selector: '.lead', type: 'html', payload: 'All that <b>Acme</b> needs' },
  { selector: '.cta', type: 'href', payload: '/acme' },
  { selector: '.cta', type: 'text', payload: 'Begin, Ada' },
  { selector: '.shot', type: 'src', payload: '/new.svg' },
  { selector: '.said', type: 'text', payload: 'Ada will like it' },
  { selector: '.by', type: 'html', payload: 'A friend of <b>Acme</b>' },
]

const isPersonal = () => {
  const read = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].map((element) =>
      // What only screen readers say stays.
      element.innerText.replace('in our shop', '').trim().replace(/\s+/g, ' '),
    )
  const all = (found: string[], wanted: string) => found.every((text) => text === wanted)
  return (
    all(read('h1'), 'Made for Acme, Ada') &&
    all(read('.lead'), 'All that Acme needs') &&
    // What only screen readers tell stays.
    all(
      read('.cta').map((text) => text.replace(' in our shop', '')),
      'Begin, Ada',
    ) &&
    [...document.querySelectorAll('.cta')].every((link) => link.getAttribute('href') === '/acme') &&
    document.querySelector('.shot')?.getAttribute('src') === '/new.svg' &&
    all(
      [...document.querySelectorAll('.said')].map((said) => said.textContent ?? ''),
      'Ada will like it',
    ) &&
    all(
      [...document.querySelectorAll('.by')].map((by) => by.textContent ?? ''),
      'A friend of Acme',
    )
  )
}

/**
 * What a visitor has of the page: without styles and states that depend on when something was measured, and without
 * the pieces of a text that was split, of which a personal one has others.
 */
const pageOf = () => {
  const main = document.querySelector('main')?.cloneNode(true) as Element
  for (const split of main.querySelectorAll('h1:has(.char)')) split.replaceChildren(`${split.textContent}`)
  for (const carousel of main.querySelectorAll('.splide'))
    carousel.replaceWith(...carousel.querySelectorAll('.said, .by'))
  for (const element of [main, ...main.querySelectorAll('*')])
    for (const name of ['style', 'data-word', 'data-char']) element.removeAttribute(name)
  main.normalize()
  return main.outerHTML
}

const moments = {
  'before its own scripts work': () => ({}),
  'after its own scripts have worked': () => ({ after: Promise.withResolvers<void>() }),
}
const pages = ['plain', 'wordpress', 'carousel', 'split-text', 'consent-tool', 'tag-manager', 'rocket-loader']

for (const name of pages) {
  describe.each(Object.entries(moments))(`the page ${name}, with the record there %s,`, (_, moment) => {
    test.for(['snippet', 'inline'] as const)(
      'is personalised by the %s tag, and given back by stop()',
      async (tag, { visit }) => {
        const { after } = moment() as { after?: PromiseWithResolvers<void> }
        const page = await visit({
          ...scenarioOf(name, tag === 'inline' ? inline : snippet),
          record: after ? { after: after.promise } : {},
        })
        await page.until(() => window.isDone)
        after?.resolve()
        await page.until(isPersonal)
        await page.run(waitForFrames, 20)
        expect(await page.run(isPersonal)).toBe(true)
        expect(await page.run(hiddenOf, ['h1', '.lead', '.cta', '.shot'])).toEqual([])
        await expect
          .poll(() => page.batches.findLast(({ report }) => report)?.report)
          .toMatchObject({ refused: [], contested: [] })
        await page.run(() => motif.stop())
        expect(await page.run(pageOf)).toBe(await ownPage(visit, name))
        expect(await page.complaints()).toEqual([])
      },
    )
  })
}

const inline = tagOf('inline', '{{motif}}', { 'data-hide': 'h1,.lead,.cta,.shot', 'data-timeout': '8000' })
const snippet = tagOf('snippet', '{{motif}}')

function scenarioOf(name: string, tag: string): Scenario {
  return { ...readPage(name, tag), assets, content, waitUntil: 'none' }
}

/** What the page shows by itself, when its scripts have worked. */
async function ownPage(visit: (scenario: Scenario) => Promise<Visit>, name: string): Promise<string> {
  const page = await visit({ ...scenarioOf(name, ''), query: () => '' })
  await page.until(() => window.isDone)
  return page.run(pageOf)
}
