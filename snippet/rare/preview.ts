import type { Report } from '../../wire/event.ts'
import type { TrackChunk } from '../chunks.ts'
import { tellPage } from '../track/data-layer.ts'
import { measure } from './preview/measure.ts'
import type { OpenReading, Reading } from './preview/reading.ts'

/** How often the overlay is updated, in milliseconds: often enough to see a view's second fill. */
const refreshMs = 200

/**
 * Replaces tracking for `?motif-preview`: shows in the editor's overlay what is applied and what would be measured. It
 * measures by the same rules, collects the batch that would be sent, dispatches its events in the page, and sends nothing.
 */
export const startTracking: TrackChunk['startTracking'] = (request) => {
  const ending = new AbortController()
  const { signal } = ending
  const visit = measure(request, tellPage(request), signal)
  let latest: Report | undefined
  let reading: Reading | undefined
  const refresh = () => reading?.show(visit.gauges(), visit.batch())
  const refreshAgain = () => {
    refresh()
    request.scheduler.after(refreshMs, refreshAgain, signal)
  }

  const open = async () => {
    const { openReading } = (await import(
      /* webpackIgnore: true */ /* @vite-ignore */ `${request.host}/editor.js`
    )) as { openReading: OpenReading }
    if (signal.aborted) return
    reading = openReading(request.record)
    if (latest) reading.report(latest)
    refresh()
  }
  refreshAgain()
  // If the overlay does not load, the page is personalised all the same. Firefox and WebKit hold `load` back for an import
  // that is under way.
  const openQuietly = () => open().catch(() => {})
  if (document.readyState === 'complete') openQuietly()
  else addEventListener('load', openQuietly, { once: true, signal })

  return {
    pageChanged: visit.pageChanged,
    moved: visit.moved,
    report(report) {
      latest = report
      visit.report(report)
      reading?.report(report)
      refresh()
    },
    click(click) {
      // Clicks on the overlay do not count.
      if (!reading?.owns()) visit.click(click)
    },
    consent() {},
    stop() {
      ending.abort()
      reading?.close()
    },
  }
}
