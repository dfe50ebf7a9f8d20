import { describe, expect } from 'vitest'
import { waitForFrames } from '../support/frames.ts'
import type { Asset } from '../support/site.ts'
import { type Scenario, test, type Visit } from '../support/visit.ts'

/** A page that goes on loading until `picture` is settled, in a container as frameworks have. */
function slowPage(picture: Promise<unknown>): Scenario {
  return {
    waitUntil: 'none',
    // WebKit may run no async script while it waits for something else, so this one is not async.
    tag: 'none',
    head: '<script src="{{motif}}/snippet.js"></script>',
    body: '<div id="app"><h1>Welcome</h1><p>Lead</p></div><img src="/slow.svg" alt="">',
    assets: { '/slow.svg': { ...svg, after: picture } },
    content: [
      { selector: 'p', type: 'text', payload: 'For Ada' },
      { selector: 'h1', type: 'text', payload: 'Hello Ada' },
    ],
  }
}

const svg: Asset = { body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' }
const isComplete = () => document.readyState === 'complete'
const hasParsed = () => document.querySelector('#app p') !== null

/** Notes in `window.notes` every text that the headline has from now on. */
const noteTexts = () => {
  const h1 = document.querySelector('h1') as Element
  const note = () => window.notes.push(h1.textContent)
  window.notes = []
  note()
  new MutationObserver(note).observe(h1, { childList: true, characterData: true, subtree: true })
}

/** The record has come, and what the page has of it is done or waits for the page. */
async function whenRecordIsThere(page: Visit) {
  await page.until(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/p/')))
  await page.until(hasParsed)
  await page.run(waitForFrames, 10)
}

describe('after stop() nothing of the run happens:', () => {
  test('what waited for the page to load is not changed when it has', async ({ visit }) => {
    const picture = Promise.withResolvers<void>()
    const page = await visit(slowPage(picture.promise))
    await whenRecordIsThere(page)
    await page.run(() => motif.stop())
    picture.resolve()
    await page.until(isComplete)
    await page.run(waitForFrames, 10)
    expect(await page.text('#app')).toBe('WelcomeLead')
    expect(await page.complaints()).toEqual([])
  })

  test('a record that was on its way is not applied', async ({ visit }) => {
    const page = await visit({
      body: '<h1>Welcome</h1>',
      record: { delayMs: 300 },
      content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
    })
    await page.until(() => window.motif?.version)
    await page.run(() => motif.stop())
    await page.until(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/p/')))
    await page.run(waitForFrames, 10)
    expect(await page.text('h1')).toBe('Welcome')
  })
})

describe('start() for another pattern', () => {
  test('before the page has loaded leaves nothing of the first', async ({ visit }) => {
    const picture = Promise.withResolvers<void>()
    const page = await visit({
      ...slowPage(picture.promise),
      others: {
        grace: [
          { selector: '#none', type: 'text', payload: 'Nobody' },
          { selector: 'h1', type: 'text', payload: 'Hello Grace' },
        ],
      },
    })
    await whenRecordIsThere(page)
    // The page is loaded between the two records.
    page.site.behaviour.record = { delayMs: 500 }
    await page.run(() => motif.start({ pattern: 'grace' }))
    await page.run(noteTexts)
    picture.resolve()
    await page.until(isComplete)
    expect((await page.run(() => motif.ready)).applied).toEqual([1])
    await page.run(waitForFrames, 10)
    expect(await page.text('#app')).toBe('Hello GraceLead')
    expect(await page.run(() => window.notes)).not.toContain('Hello Ada')
    expect(await page.complaints()).toEqual([])
  })
})
