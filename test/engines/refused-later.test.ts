import { expect } from 'vitest'
import { waitForFrames } from '../support/frames.ts'
import { type Scenario, test, type Visit } from '../support/visit.ts'

const hello: Scenario = {
  body: '<h1>Welcome</h1><button id="reserve" type="button">Reserve</button>',
  content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
  analytics: [{ id: 'cta', selector: '#reserve', type: 'click' }],
  others: { known: [{ selector: 'h1', type: 'text', payload: 'Hello Bob' }] },
  collector: { status: 503 },
}

const clicksIn = ({ batches }: Visit) =>
  batches.flatMap(({ events }) => events).filter(({ item }) => item === 'cta')
const goOnline = () => dispatchEvent(new Event('online'))

/** A click whose batch the collector has not taken, of a record that another one has taken the place of. */
async function leaveUnsent(page: Visit, next: string) {
  await expect.poll(() => page.batches.length).toBeGreaterThan(0)
  await page.click('#reserve')
  await expect.poll(() => clicksIn(page).length).toBeGreaterThan(0)
  await page.run((pattern) => motif.start({ pattern }), next)
  const asked = () => page.requests.filter(({ path }) => path === `/p/${next}`)
  await expect.poll(() => asked().length).toBe(1)
  if (next === 'known')
    await expect.poll(() => page.batches.some(({ pattern }) => pattern === next)).toBe(true)
}

test.for(['known', 'unknown'])(
  'consent(false) drops what waits of the record before, where the next one is %s',
  async (next, { visit }) => {
    const page = await visit(hello)
    await leaveUnsent(page, next)
    await page.run(() => motif.consent(false))
    // What is on its way arrives.
    await page.run(waitForFrames, 30)
    page.site.behaviour.collector = {}
    const { length } = page.batches
    await page.run(goOnline)
    await page.run(waitForFrames, 60)
    expect(page.batches.slice(length).map(({ pattern }) => pattern)).toEqual([])
  },
)

test('what waits of the record before is sent at once when the browser is online again', async ({
  visit,
}) => {
  const page = await visit(hello)
  await leaveUnsent(page, 'unknown')
  // By now the next attempt by the clock would be up to many seconds away.
  await expect.poll(() => clicksIn(page).length).toBeGreaterThan(4)
  page.site.behaviour.collector = {}
  const { length } = page.batches
  await page.run(goOnline)
  const itemsSince = () => page.batches.slice(length).flatMap(({ events }) => events.map(({ item }) => item))
  await expect.poll(itemsSince).toContain('cta')
})
