import { describe, expect } from 'vitest'
import { hiding, needs } from '../support/file-needs.ts'
import { hiddenOf } from '../support/frames.ts'
import { test, type Visit } from '../support/visit.ts'

const read = () => [
  document.querySelector('h1')?.textContent,
  document.querySelector('.lead')?.innerHTML,
  document.querySelector('a')?.getAttribute('href'),
]

const isRead = (wanted: string) =>
  document.readyState === 'complete' &&
  JSON.stringify([
    document.querySelector('h1')?.textContent,
    document.querySelector('.lead')?.innerHTML,
    document.querySelector('a')?.getAttribute('href'),
  ]) === wanted

const expectSeen = async (page: Visit, wanted: string[]) => {
  await page.until(isRead, JSON.stringify(wanted))
  await expect.poll(() => page.run(hiddenOf, ['h1', '.lead', 'a'])).toEqual([])
}

describe.each(needs)(
  'the file $file, on a page with $on,',
  ({ file, page: scenario, whole, without, own }) => {
    const only = `/${file}-`

    test.for([
      { fault: 'is blocked', files: { only, status: 404 } },
      { fault: 'is broken', files: { only, says: 'export const borrow = (', type: 'text/javascript' } },
    ])('$fault: everything is shown, what does not need it is personal', async ({ files }, { visit }) => {
      const page = await visit({ ...hiding(scenario()), files })
      await expectSeen(page, without)
      await page.run(() => motif.ready)
      expect(await page.complaints()).toEqual([])
      await page.run(() => motif.stop())
      expect(await page.complaints()).toEqual([])
    })

    test('comes late: the page is shown before it, and ends right', async ({ visit }) => {
      const arrival = Promise.withResolvers<void>()
      const page = await visit({
        ...hiding(scenario()),
        files: { only, after: arrival.promise },
      })
      await page.until(() => document.readyState === 'complete')
      await expect.poll(() => page.run(hiddenOf, ['h1', '.lead', 'a'])).toEqual([])
      arrival.resolve()
      await expectSeen(page, whole)
      await page.run(() => motif.ready)
      await page.run(() => motif.stop())
      expect(await page.run(read)).toEqual(own)
      expect(await page.complaints()).toEqual([])
    })

    test('comes after the run has ended: nothing happens any more', async ({ visit }) => {
      const arrival = Promise.withResolvers<void>()
      const page = await visit({
        ...hiding(scenario()),
        files: { only, after: arrival.promise },
      })
      await page.until(() => document.readyState === 'complete' && window.motif?.version)
      await expect.poll(() => page.requests.some(({ path }) => path.startsWith(only))).toBe(true)
      await page.run(() => motif.stop())
      const stopped = await page.run(read)
      arrival.resolve()
      await expect
        .poll(() =>
          page.run(
            (name) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(name)),
            only,
          ),
        )
        .toBe(true)
      await page.run(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
      expect(await page.run(read)).toEqual(stopped)
      expect(await page.complaints()).toEqual([])
    })
  },
)
