import type { Report } from '../../wire/event.ts'
import type { TrackChunk } from '../chunks.ts'
import { tellPage } from '../track/data-layer.ts'
import { measure } from './preview/measure.ts'
import type { OpenReading, Reading } from './preview/reading.ts'

/** How often the overlay is brought up to date, in milliseconds: a view's second is seen to fill. */
const refreshMs = 200

/**
 * In place of tracking: shows in the page what is applied and what would be measured, in the editor's overlay. It measures
 * by the same rules, gathers the batch that would go out, tells the page of its events, and sends nothing.
 */
export const startTracking: TrackChunk['startTracking'] = (request) => {
  const ending = new AbortController()
  const { signal } = ending
  const visit = measure(request.record, tellPage(request), signal)
  let latest: Report | undefined
  let reading: Reading | undefined
  const refresh = () => reading?.show(visit.gauges(), visit.batch())
  const timer = setInterval(refresh, refreshMs)

  const open = async () => {
    const { openReading } = (await import(`${request.host}/editor.js`)) as { openReading: OpenReading }
    if (signal.aborted) return
    reading = openReading(request.record)
    if (latest) reading.report(latest)
    refresh()
  }
  // Where it does not come, the page is personalised all the same.
  open().catch(() => {})

  return {
    pageChanged: visit.pageChanged,
    report(report) {
      latest = report
      visit.report(report)
      reading?.report(report)
      refresh()
    },
    click(click) {
      // The event is still on its way.
      if (!reading?.owns()) visit.click(click)
    },
    consent() {},
    stop() {
      clearInterval(timer)
      ending.abort()
      reading?.close()
    },
  }
}
