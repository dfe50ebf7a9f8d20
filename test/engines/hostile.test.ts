import { describe, expect } from 'vitest'
import type { Report } from '../../wire/event.ts'
import type { ContentItem } from '../../wire/record.ts'
import { rewrite } from '../edge/rewrite.ts'
import { type HostilePayload, hostilePayloads } from '../fixtures/hostile/index.ts'
import { type Scenario, test, type Visit } from '../support/visit.ts'

declare global {
  interface Window {
    /** Numbers of the payloads that ran. */
    hasRun: number[]
    /** How many items the latest report tells of. */
    reported: number
    ran(number?: number): void
  }
}

const scenario: Scenario = {
  waitUntil: 'none',
  before: () => {
    window.hasRun = []
    document.addEventListener('motif:applied', (event) => {
      const { applied, refused } = (event as CustomEvent<Report>).detail
      window.reported = applied.length + refused.length
    })
    window.ran = (number = -1) => void window.hasRun.push(number)
    // Motif does not hear of it: on a page that takes clicks over it would follow the personal link.
    const keep = (event: Event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    addEventListener('click', keep, true)
    addEventListener('submit', keep, true)
  },
  assets: { '/own.svg': { body: '<svg xmlns="http://www.w3.org/2000/svg"/>' } },
  body: hostilePayloads.map(placeOf).join('\n'),
  content: hostilePayloads.map(itemOf),
}

const allowedSchemes = ['http:', 'https:', 'mailto:', 'tel:', 'sms:']

test('the corpus is hostile: written into a page without Motif, much of it runs and calls out', async ({
  visit,
}) => {
  const page = await visit({ ...scenario, tag: 'none', content: [] })
  await page.until(() => document.readyState === 'complete')
  await page.run(
    (items) => {
      for (const { selector, type, payload } of items) {
        const target = document.querySelector(selector)
        if (target && type === 'html') target.innerHTML = payload
        else if (target && type !== 'text') target.setAttribute(type, payload)
      }
    },
    (scenario.content ?? []).filter(({ payload }) => !/refresh|base |plaintext|name=|id=/.test(payload)),
  )
  await page.run(poke)
  await page.until(() => new Set(window.hasRun).size > 60)
  expect(page.requests.filter(({ path }) => path.startsWith('/trap/')).length).toBeGreaterThan(5)
})

describe.each([
  ['by the sanitiser that the browser has', () => {}],
  ['by the sanitiser that Motif brings', () => void Reflect.deleteProperty(Element.prototype, 'setHTML')],
])(`of ${hostilePayloads.length} hostile payloads, %s,`, (_, prepare) => {
  test('none runs, calls out, navigates or takes a name', async ({ visit }) => {
    const page = await visit({ ...scenario, before: `(${prepare})();(${scenario.before})()` })
    await page.until(() => document.readyState === 'complete')
    await page.until((items) => window.reported === items, hostilePayloads.length)
    const wanted = hostilePayloads.filter(({ type, payload }) => type === 'html' && />kept</.test(payload))
    expect(await page.run(countKept)).toBeGreaterThan(wanted.length / 2)
    await expectHarmless(page)
    expect(await page.run(() => typeof motif.version)).toBe('string')
  })
})

test(`of ${hostilePayloads.length} hostile payloads none runs, calls out, navigates or takes a name in what the edge makes of the page`, async ({
  visit,
}) => {
  // A formula ends what the edge knows of a page, so those come last.
  const places = hostilePayloads.map(placeOf)
  const ordered = places.toSorted((a, b) => Number(a.includes('<math')) - Number(b.includes('<math')))
  const original = `<!doctype html><html><head></head><body>${ordered.join('\n')}`
  const [, made = ''] = rewrite(original, scenario.content ?? []).split('<head>')
  expect(made).toContain('id="motif-record"')
  expect(places.filter((place) => !made.includes(place)).length).toBeGreaterThan(20)
  const page = await visit({ ...scenario, tag: 'none', content: [], body: made })
  await page.until(() => document.readyState === 'complete')
  await expectHarmless(page)
})

/** Nothing of a payload has run, asked, or stayed where it could. */
async function expectHarmless(page: Visit): Promise<void> {
  await page.run(poke)
  await page.run(async () => {
    for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame)
  })
  expect((await page.run(() => window.hasRun)).map((number) => hostilePayloads[number])).toEqual([])
  expect(page.requests.filter(({ path }) => path.startsWith('/trap/'))).toEqual([])
  expect(await page.run(findBadAttributes, allowedSchemes)).toEqual([])
  expect(await page.run(findBadElements)).toEqual([])
  expect(await page.run(isUnharmed)).toBe(true)
}

function placeOf({ own }: HostilePayload, index: number): string {
  return `<section id="t${index}">${own}</section>`
}

function itemOf({ type, payload, selector }: HostilePayload, index: number): ContentItem {
  return {
    selector: `#t${index} ${selector}`,
    type,
    payload: payload.replaceAll('RUN', `top.ran(${index})`).replaceAll('TRAP', `/trap/${index}`),
  }
}

/** What is harmless of the payloads is to be seen. */
const countKept = () =>
  [...document.querySelectorAll('section')].filter(({ textContent }) => textContent.includes('kept')).length

/** Does to everything in the targets what a visitor could do. */
function poke() {
  const events = [
    'click',
    'dblclick',
    'mouseover',
    'pointerenter',
    'keydown',
    'focusin',
    'animationstart',
    'load',
    'error',
  ]
  for (const element of document.querySelectorAll('section *')) {
    for (const name of events) element.dispatchEvent(new Event(name, { cancelable: true }))
    if (element instanceof HTMLElement) element.focus()
  }
}

function findBadAttributes(schemes: string[]): string[] {
  const urls = [
    'href',
    'src',
    'action',
    'formaction',
    'data',
    'xlink:href',
    'cite',
    'background',
    'poster',
    'ping',
    'srcset',
  ]
  const isBad = (element: Element, { name, value }: Attr) => {
    if (/^on|^(id|name|style|srcdoc|ping|background|poster|formaction|is|nonce)$/.test(name)) return true
    if (!urls.includes(name) || value === 'about:blank') return false
    const isImage = element.localName === 'img' && /^\s*data:image\//.test(value)
    return (
      !isImage &&
      URL.canParse(value, document.baseURI) &&
      !schemes.includes(new URL(value, document.baseURI).protocol)
    )
  }
  return [...document.querySelectorAll('section *')].flatMap((element) =>
    [...element.attributes]
      .filter((attribute) => isBad(element, attribute))
      .map(({ name, value }) => `${element.closest('section')?.id} ${element.localName} ${name}=${value}`),
  )
}

function findBadElements(): string[] {
  const bad =
    'script, style, link, meta, base, object, embed, form, input, button, frame, frameset, template, dialog, portal, svg script, animate, set, use, image'
  return [...document.querySelectorAll('section *')]
    .filter((element) => element.matches(bad))
    .map((element) => `${element.closest('section')?.id} ${element.outerHTML.slice(0, 200)}`)
}

function isUnharmed(): boolean {
  return document.body instanceof HTMLBodyElement && typeof document.getElementById === 'function'
}
