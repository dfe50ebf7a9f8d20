import { expect, inject } from 'vitest'
import type { Event } from '../../wire/event.ts'
import type { AnalyticsItem } from '../../wire/record.ts'
import { nonce } from '../support/tag.ts'
import { test, type Visit } from '../support/visit.ts'

const analytics: AnalyticsItem[] = [
  { id: 'seen', selector: '#seen', type: 'view' },
  { id: 'clear', selector: '#clear', type: 'view' },
  { id: 'below', selector: '#below', type: 'view' },
  { id: 'button', selector: '#button', type: 'click' },
  { id: 'label', selector: '#label', type: 'click' },
  { id: 'box', selector: '#box', type: 'click' },
  { id: 'link', selector: '#link', type: 'click' },
]

const body = `<p id="seen">Seen</p><p id="clear" style="opacity: 0">Transparent</p>
<button id="button" type="button">Button</button>
<label id="label">Label, a long one <input id="box" type="checkbox"></label>
<a id="link" href="#there">A link</a>
<div style="height: 3000px"></div><p id="below">Below</p>`

const eventsOf = ({ batches }: Visit): Event[] => batches.flatMap(({ events }) => events)

test('views and clicks are counted as they are meant, and arrive', async ({ visit }) => {
  const page = await visit({ body, analytics })
  await expect.poll(() => eventsOf(page).map(({ item }) => item)).toContain('seen')
  await page.click('#button')
  await page.click('#label')
  await page.run(() => document.querySelector<HTMLElement>('#link')?.focus())
  await page.press('Enter')
  await expect.poll(() => eventsOf(page).map(({ item }) => item)).toContain('link')
  const told = eventsOf(page).map((event) =>
    'button' in event ? `${event.item} ${event.button}` : event.item,
  )
  expect([...new Set(told)].sort()).toEqual(['button primary', 'label primary', 'link key', 'seen'])
})

// Firefox (153) does not clip by fixed boxes in IntersectionObserver.
test.runIf(inject('engine') !== 'firefox')(
  'what is scrolled out of view in a fixed box is not seen',
  async ({ visit }) => {
    const page = await visit({
      analytics: [
        { id: 'above', selector: '#above', type: 'view' },
        { id: 'shown', selector: '#shown', type: 'view' },
        { id: 'below', selector: '#below', type: 'view' },
        { id: 'button', selector: '#button', type: 'click' },
      ],
      head: `<style>
      #box { position: fixed; top: 300px; left: 0; width: 300px; height: 100px; overflow: auto }
      #box p { height: 60px; margin: 0 0 100px }
    </style>`,
      body: `<button id="button" type="button">Button</button>
      <div id="box"><p id="above">Above</p><p id="shown">Shown</p><p id="below">Below</p></div>
      <script nonce="{{nonce}}">document.querySelector('#box').scrollTop = 140</script>`.replace(
        '{{nonce}}',
        nonce,
      ),
    })
    await expect.poll(() => eventsOf(page).map(({ item }) => item)).toContain('shown')
    await page.click('#button')
    await expect.poll(() => eventsOf(page).map(({ item }) => item)).toContain('button')
    expect(new Set(eventsOf(page).map(({ item }) => item))).toEqual(new Set(['shown', 'button']))
  },
)

test.for([
  ['says that a program drives it', true, true],
  ['says nothing of a program', false, undefined],
] as const)('a browser that %s is told of as such', async ([, said, told], { visit }) => {
  const page = await visit({
    body,
    analytics,
    before: `Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => ${said} })`,
  })
  await expect.poll(() => page.batches.length).toBeGreaterThan(0)
  expect(page.batches[0]?.webdriver).toBe(told)
})

test('a driven browser’s own word is sent on', async ({ visit, engine }) => {
  const page = await visit({ body, analytics })
  await expect.poll(() => page.batches.length).toBeGreaterThan(0)
  const own = await page.run(() => navigator.webdriver)
  expect(page.batches[0]?.webdriver).toBe(own || undefined)
  // The tests' Chromium keeps silent, so that its visitors count as people.
  if (engine === 'chromium') expect(own).toBe(false)
})
