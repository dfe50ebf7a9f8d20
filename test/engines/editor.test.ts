import { describe, expect, inject } from 'vitest'
import { answerEditor, type FakeState, fakeState } from '../editor/support/fake-service.ts'
import type { Key } from '../support/browsers/browser.ts'
import { startEditorService, ticket } from '../support/editor-service.ts'
import { hiddenOf } from '../support/frames.ts'
import { bundleClient, renderOnServer } from '../support/frameworks.ts'
import { pictures } from '../support/hydration.ts'
import { nonce } from '../support/tag.ts'
import { type Scenario, test, type Visit } from '../support/visit.ts'

interface Journey extends Scenario {
  /** What is picked and written. */
  target: string
  /** Waits for what the page does before. */
  ready?(page: Visit): Promise<unknown>
}

const plain = `<header><a href="/plans">Plans</a></header><main><section id="hero"><h1>Meet <em>Launch</em></h1>
<p class="lead">For teams that ship.</p><a class="cta" href="/start">Start now</a></section></main>`

const pages: Record<string, Journey> = {
  'a page under a strict policy': {
    body: plain,
    target: '.lead',
    headers: {
      'content-security-policy': `script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'self'; require-trusted-types-for 'script'; trusted-types motif dompurify`,
    },
  },
  'React with hydration': {
    body: `<div id="root">${await renderOnServer('react')}</div><script src="/app.js" defer data-root="#root"></script>`,
    target: 'h1',
    assets: { ...pictures, '/app.js': { body: await bundleClient('react') } },
    ready: (page) => page.until(() => window.isHydrated),
  },
  'a page with shadow roots and a modal dialog': {
    body: '<h1>Behind</h1><x-card></x-card><dialog id="offer"><h2>An offer</h2></dialog>',
    target: '#offer h2',
    before: () =>
      addEventListener('load', () => {
        const root = document.querySelector('x-card')?.attachShadow({ mode: 'open' })
        root?.append('Inside')
        document.querySelector('dialog')?.showModal()
      }),
    ready: (page) => page.until(() => document.querySelector('dialog')?.open),
  },
}

/** Firefox and WebKit go once each way, and every way in `npm run test:long -- engines`. */
const mostWays = inject('engine') === 'chromium' || process.env.ENGINES === 'all' ? undefined : 1
const tags = (['snippet', 'loader', 'inline'] as const).slice(0, mostWays)

describe.each(Object.entries(pages).slice(0, mostWays))(
  'the editor on %s',
  (_, { target, ready, ...scenario }) => {
    test('is opened, picked in, written, seen and saved, by mouse and by keys', async ({ visit }) => {
      const state = fakeState()
      const page = await visit({
        ...scenario,
        query: () => `#motif-edit=${ticket}`,
        editor: answering(state),
      })
      await ready?.(page)
      await page.until(isOpen)
      await clickButton(page, 'Pick an element')
      await page.clickAt(...(await page.until(pointOf, target)))
      await page.until(isWriting)
      await page.type('Hello ')
      await page.until((wanted) => document.querySelector(wanted)?.textContent === 'Hello ', target)
      await page.run(focusButton, 'company')
      await page.press('Enter')
      await page.until((wanted) => document.querySelector(wanted)?.textContent?.startsWith('Hello'), target)
      await byKeys(page, ['Enter', 'ArrowUp', 'ArrowDown', 'Escape'])
      await clickButton(page, 'Save')
      await page.until(doesSay, 'Saved as version 2.')
      expect(state.template.content).toMatchObject([
        { type: 'text', payload: { en: 'Hello {{ prospect.company }}' } },
      ])
      expect(await page.run(() => location.pathname + location.hash)).toBe('/')
      expect(await page.complaints()).toEqual([])
    })
  },
)

test.for(tags)(
  'the page as a telephone shows it, with what is written, with the %s tag',
  async (tag, { visit }) => {
    const state = fakeState()
    const query = () => `#motif-edit=${ticket}`
    const page = await visit({ body: plain, tag, query, editor: answering(state) })
    await page.until(isOpen)
    await clickButton(page, 'Pick an element')
    await page.clickAt(...(await page.until(pointOf, 'h1')))
    await page.until(isWriting)
    await page.type('Hello you')
    await page.run(focusButton, 'Telephone')
    await page.press('Enter')
    await page.until(isInTelephone, 'Hello you')
    await page.run(focusButton, 'Desktop')
    await page.press('Enter')
    await page.until(() => !document.querySelector('motif-editor')?.shadowRoot?.querySelector('iframe'))
    expect(await page.text('h1')).toBe('Hello you')
    expect(await page.complaints()).toEqual([])
  },
)

/** A page that hears all that reaches its document, and leaves by every press. */
const listening = `heard = []
const types = ['click', 'auxclick', 'dblclick', 'contextmenu', 'pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'dragstart',
  'selectstart', 'keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'focusin', 'submit']
for (const type of types) document.addEventListener(type, () => heard.push([type]), true)
for (const type of ['pointerdown', 'mousedown', 'click', 'submit']) document.addEventListener(type, ({ target }) => { if (target.localName !== 'motif-editor') location.href = '/left' }, true)`

test('the page hears nothing while somebody picks, nor what they write', async ({ visit }) => {
  const state = fakeState()
  const query = () => `#motif-edit=${ticket}`
  const body = plain.replace('</main>', '<form><button>Send</button></form></main>')
  const page = await visit({ body, before: listening, query, editor: answering(state) })
  await page.until(isOpen)

  await page.run(focusButton, 'Pick an element')
  await page.press('Enter')
  await page.run(forgetHeard)
  for (const key of ['ArrowDown', 'ArrowUp'] satisfies Key[]) await page.press(key)
  await page.type('send')
  await page.until(doesSay, '“send”: button “Send”')
  expect(await page.run(heardHere)).toEqual([])
  await page.press('Escape')
  await page.until(isFocused, 'Pick an element')

  await clickButton(page, 'Pick an element')
  await page.run(forgetHeard)
  await page.clickAt(...(await page.until(pointOf, 'form button')))
  await page.until(() => !document.querySelector('motif-editor')?.shadowRoot?.querySelector('.picking'))
  await clickButton(page, 'Pick an element')
  await page.run(forgetHeard)
  await page.clickAt(...(await page.until(pointOf, 'h1')))
  await page.until(isWriting)
  expect((await page.run(heardHere)).filter(([type]) => type !== 'focusin')).toEqual([])

  await page.run(forgetHeard)
  await page.type('Secret')
  await page.until(() => document.querySelector('h1')?.textContent === 'Secret')
  expect(await page.run(heardHere)).toEqual([])
  expect(await page.run(() => location.pathname)).toBe('/')
  expect(await page.complaints()).toEqual([])
})

/** Arrows and Escape, in their order, from the button that picks; what is outlined is told meanwhile. */
async function byKeys(page: Visit, keys: Key[]): Promise<void> {
  await page.run(focusButton, 'Pick an element')
  for (const key of keys) {
    if (key === 'Escape') expect(await page.run(doesSay, '')).toBe(false)
    await page.press(key)
  }
  await page.until(doesSay, '')
}

async function clickButton(page: Visit, name: string): Promise<void> {
  await page.clickAt(...(await page.until(pointOfButton, name)))
}

function answering(state: FakeState): NonNullable<Scenario['editor']> {
  return async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const body = Buffer.concat(await request.toArray()).toString()
    answerEditor(state, { method, path, headers, body }, response)
  }
}

// What follows runs in the page.

function isOpen(): boolean {
  return document.querySelector('motif-editor')?.shadowRoot?.querySelector('[aria-label=Items]') != null
}

function isWriting(): boolean {
  return document.querySelector('motif-editor')?.shadowRoot?.activeElement?.role === 'textbox'
}

function forgetHeard(): void {
  Object.assign(window, { heard: [] })
}

function heardHere(): unknown[][] {
  return (window as unknown as { heard: unknown[][] }).heard
}

function isFocused(name: string): boolean {
  return document.querySelector('motif-editor')?.shadowRoot?.activeElement?.textContent === name
}

function isInTelephone(wanted: string): boolean {
  const frame = document.querySelector('motif-editor')?.shadowRoot?.querySelector('iframe')
  const headline = frame?.contentDocument?.querySelector('h1')
  return headline?.textContent === wanted && frame?.contentWindow?.innerWidth === 390
}

function doesSay(wanted: string): boolean {
  return (
    document.querySelector('motif-editor')?.shadowRoot?.querySelector('[role=status]')?.textContent === wanted
  )
}

function pointOf(selector: string): [x: number, y: number] {
  const target = document.querySelector(selector) as Element
  const { left, top, right, height } = target.getBoundingClientRect()
  // Where it begins: in its middle may be another element.
  const isToLeft = getComputedStyle(target).direction === 'rtl'
  return [isToLeft ? right - 6 : left + 6, top + height / 2]
}

function pointOfButton(name: string): [x: number, y: number] {
  const buttons = document.querySelector('motif-editor')?.shadowRoot?.querySelectorAll('button') ?? []
  const button = [...buttons].find(({ textContent }) => textContent === name) as HTMLElement
  const { left, top, width, height } = button.getBoundingClientRect()
  return [left + width / 2, top + height / 2]
}

function focusButton(name: string): void {
  const buttons = document.querySelector('motif-editor')?.shadowRoot?.querySelectorAll('button') ?? []
  const button = [...buttons].find(({ ariaLabel, textContent }) => (ariaLabel ?? textContent) === name)
  button?.focus()
}

const hello: Scenario = {
  body: '<h1>Welcome</h1>',
  content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
  analytics: [{ id: 'hero', selector: 'h1', type: 'view' }],
}

/** Nothing of a visitor's run: no record asked, nothing measured, shown or hidden. */
async function expectNoVisit(page: Visit): Promise<void> {
  const paths = page.requests.filter(({ host }) => host === 'motif').map(({ path }) => path)
  expect(paths.filter((path) => /^\/(p\/|e$)/.test(path))).toEqual([])
  expect(await page.text('h1')).toBe('Welcome')
  expect(await page.run(hiddenOf, ['h1'])).toEqual([])
  expect(await page.complaints()).toEqual([])
}

describe.each(tags)('a ticket, with the %s tag,', (tag) => {
  test('is gone from the address at once, and a reload goes on without one', async ({ visit }) => {
    const { answer } = startEditorService()
    const before = () => history.replaceState({ of: 'the page' }, '')
    const query = (pattern: string) => `?pattern=${pattern}#pricing&motif-edit=${ticket}`
    const page = await visit({ ...hello, tag, query, before, editor: answer })
    const isOpened = () => 'opened' in window
    await page.until(isOpened)
    const address = `${page.site.pages}/?pattern=${page.pattern}#pricing`
    expect(await page.run(() => [location.href, history.state])).toEqual([address, { of: 'the page' }])
    await expectNoVisit(page)
    await page.goto(`${page.site.pages}/?again`)
    await page.until(isOpened)
    expect(
      page.requests.filter(({ method, path }) => method === 'POST' && path === '/editor/session').length,
    ).toBe(1)
    await expectNoVisit(page)
  })

  test('that is used or late opens nothing, and the page is as it is', async ({ visit }) => {
    const service = startEditorService()
    service.tickets.clear()
    const query = (pattern: string) => `?pattern=${pattern}#motif-edit=${ticket}`
    const page = await visit({ ...hello, tag, query, editor: service.answer })
    await expect.poll(() => page.requests.some(({ path }) => path === '/editor/session')).toBe(true)
    await page.until(() => location.hash === '' && sessionStorage.length === 0)
    expect(page.requests.some(({ path }) => path === '/editor.js')).toBe(false)
    await expectNoVisit(page)
  })
})
