import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startClock } from '../../snippet/clock.ts'
import { applyItems } from '../../snippet/items/items.ts'
import type { Report } from '../../wire/event.ts'
import { links, pictures } from './pages/addresses.ts'
import { html, rendered } from './pages/html.ts'
import type { Page } from './pages/page.ts'
import { later, made, targets } from './pages/texts.ts'

/** Everything has a box, and so is seen. */
beforeEach(() => {
  const box = { x: 9, y: 9, width: 90, height: 20, left: 9, top: 9, right: 99, bottom: 29 }
  for (const { prototype } of [Range, Element])
    Object.assign(prototype, { getBoundingClientRect: () => box, getClientRects: () => [box] })
})

afterEach(() => {
  document.documentElement.className = ''
  document.body.innerHTML = ''
})

/** Begins to apply a record, without what only browsers have. `stop` gives the page back, `report` is the latest. */
function apply(content: Page['items']) {
  const life = new AbortController()
  onTestFinished(() => life.abort())
  let report: Report | undefined
  const { miss } = applyItems({
    content: content.map(([type, selector, payload]) => ({ type, selector, payload })),
    clock: startClock(life.signal),
    signal: life.signal,
    isHere: () => true,
    bridge: () => false,
    sanitise: async (payload) => {
      const template = document.createElement('template')
      template.innerHTML = payload
      return payload ? template.content : undefined
    },
    changed: (_, latest) => {
      report = latest
    },
  })
  return { miss, report: () => report, stop: () => life.abort() }
}

/** Time enough to do too much: observers are called, and frames pass. */
async function settle() {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => requestAnimationFrame(resolve))
}

const body = () => document.body.innerHTML

async function expectBody(wanted: string) {
  await expect.poll(body).toBe(wanted)
  await settle()
  expect(body()).toBe(wanted)
}

/** Opens a page, personalises it, lets it act, and gives it back. */
async function visit({ before, items: content, act, after, afterStop = before, actLast, report }: Page) {
  const { report: reported, stop } = apply(content)
  await settle()
  act?.()
  await expectBody(after)
  await expect.poll(reported).toMatchObject(report ?? { applied: content.map((_, index) => index) })
  stop()
  await expectBody(afterStop)
  actLast?.act()
  if (actLast) await expectBody(actLast.after)
}

describe.each(
  Object.entries({
    'a text changes': targets,
    'words that still say the same stay as the page made them:': made,
    'later:': later,
    'an address goes to': links,
    'a picture goes to': pictures,
    'HTML becomes': html,
  }),
)('%s', (_, pages) => {
  test.each(Object.entries(pages))('%s', async (_, page) => {
    document.body.innerHTML = page.before
    await visit(page)
  })
})

describe('HTML in what a framework has made:', () => {
  test.each(Object.entries(rendered))('%s', async (_, page) => {
    document.body.innerHTML = page.before
    Object.assign(document.body.firstChild as Node, { __reactFiber$1: {} })
    await visit(page)
  })
})

test('the page gets its very nodes back', async () => {
  document.body.innerHTML = '<h1>Welcome</h1><div><button>Go</button></div>'
  const [text, button] = [document.querySelector('h1')?.firstChild, document.querySelector('button')]
  const { stop } = apply([
    ['text', 'h1', 'Hello Ada'],
    ['html', 'div', '<b>New</b>'],
  ])
  await expect.poll(body).toBe('<h1>Hello Ada</h1><div><b>New</b></div>')
  expect(document.querySelector('h1')?.firstChild).toBe(text)
  stop()
  expect([document.querySelector('h1')?.firstChild, document.querySelector('button')]).toEqual([text, button])
})

test('an item that finds nothing is missing when it is asked, until it matches', async () => {
  document.body.innerHTML = '<h1>Welcome</h1>'
  const { miss, report } = apply([
    ['text', 'h1', 'Hello Ada'],
    ['text', 'h2', 'Late'],
  ])
  await settle().then(miss)
  expect(report()).toMatchObject({ applied: [0], missing: [1] })
  document.body.append(document.createElement('h2'))
  await expect.poll(body).toBe('<h1>Hello Ada</h1><h2>Late</h2>')
  expect(report()).toMatchObject({ applied: [0, 1], missing: [] })
})
