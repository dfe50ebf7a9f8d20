import { expect } from 'vitest'
import type { ContentItem } from '../../wire/record.ts'
import type { Asset } from './site.ts'
import type { Scenario, Visit } from './visit.ts'

/** What is changed in the page of the frameworks' fixtures, and in what stands beside it. */
export const homeContent: ContentItem[] = [
  { selector: 'h1', type: 'text', payload: 'Hello Ada' },
  { selector: 'h3', type: 'text', payload: 'Made for Acme' },
  { selector: '#home img', type: 'src', payload: '/new.svg' },
  { selector: '#home a', type: 'href', payload: '/new' },
  { selector: '#box', type: 'html', payload: '<p class="new">New <b>lead</b></p>' },
  { selector: '#words', type: 'html', payload: 'Made for <b>Acme</b>' },
  { selector: '#outside', type: 'text', payload: 'Outside, Ada' },
]

const image = { body: '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>' }
export const pictures: Record<string, Asset> = { '/old.svg': image, '/new.svg': image }

/** The tag stands in the head and is not async: WebKit may run no async script while it waits for another. */
export const earlyTag = {
  tag: 'none',
  head: '<script src="{{motif}}/snippet.js"></script>',
  waitUntil: 'none',
} satisfies Partial<Scenario>

/** Stands beside the framework's container: when it says what it should, Motif has had its chance everywhere. */
export const outside = '<p id="outside">Own</p>'

/** Waits until all that waits for nobody is applied, and a little more. */
export async function untilApplied(page: Visit) {
  await page.until(() => document.querySelector('#outside')?.textContent === 'Outside, Ada')
  await untilFramesPassed(page)
}

/** Ten frames: what is done once a frame has been done. WebKit has none as long as a page streams: there, ten times. */
export async function untilFramesPassed(page: Visit) {
  await page.run(async () => {
    for (let frame = 0; frame < 10; frame++)
      await new Promise((resume) => {
        requestAnimationFrame(resume)
        setTimeout(resume, 50)
      })
  })
}

/** Whether all of the page of the fixtures is as the record says. */
const isHomeApplied = () =>
  document.querySelector('h1')?.textContent === 'Hello Ada' &&
  document.querySelector('h3')?.textContent === 'Made for Acme' &&
  document.querySelector('#home img')?.getAttribute('src') === '/new.svg' &&
  document.querySelector('#home a')?.getAttribute('href') === '/new' &&
  document.querySelector<HTMLElement>('#words')?.innerText.trim() === 'Made for Acme' &&
  document.querySelector('#words b') !== null &&
  [...(document.querySelector('#box')?.children ?? [])]
    .filter((child) => child.checkVisibility())
    .map((child) => child.outerHTML)
    .join() === '<p class="new">New <b>lead</b></p>'

export const click = (selector: string) => document.querySelector<HTMLElement>(selector)?.click()
const isCount = (count: number) => document.querySelector('output')?.textContent === `${count}`

/** The page is personalised, alive, and given back by `stop` with the framework's own words. */
export async function expectPersonalisedAndAlive(page: Visit) {
  await page.until(isHomeApplied)
  await page.until(() => {
    document.querySelector<HTMLElement>('#again')?.click()
    return document.querySelector('output')?.textContent !== '0'
  })
  await page.until(isHomeApplied)
  await page.run(() => motif.stop())
  const count = Number(await page.text('output'))
  await expectOwnPage(page, count)
  await page.run(click, '#again')
  await page.until(isCount, count + 1)
  await expectOwnPage(page, count + 1)
}

/** What the framework shows, with nothing of Motif. */
async function expectOwnPage(page: Visit, count: number) {
  const isOdd = count % 2 === 1
  expect(await page.text('h1')).toBe(`Welcome ${count}`)
  expect(withoutBlanks(await page.text('h3'))).toBe(`Number${count}${isOdd ? 'odd' : ''}ofmany`)
  expect(await page.run(() => document.querySelector('#home a')?.getAttribute('href'))).toBe(`/old?${count}`)
  expect(await page.text('#words')).toBe(`Original ${count}${isOdd ? '!' : ''}`)
  expect(await page.run(() => document.querySelector('#box p')?.className)).toBe('own')
  expect(withoutBlanks(await page.text('#box'))).toBe(isOdd ? `OddLead${count}` : `Lead${count}Even`)
}

/** Frameworks differ in the blanks that they leave between elements. */
const withoutBlanks = (text: string) => text.replace(/\s+/g, '')
