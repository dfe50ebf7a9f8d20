import type { TrackChunk } from '../chunks.ts'
import { tellPage } from '../track/data-layer.ts'
import { measure } from './preview/measure.ts'
import { openPanel } from './preview/panel.ts'

/** How often the panel is brought up to date, in milliseconds: a view's second is seen to fill. */
const refreshMs = 200

/**
 * In place of tracking: shows in the page what is applied and what would be measured. It measures by the same rules,
 * gathers the batch that would go out, tells the page of its events, and sends nothing.
 */
export const startTracking: TrackChunk['startTracking'] = (request) => {
  const ending = new AbortController()
  const panel = openPanel(request.record)
  const visit = measure(request.record, tellPage(request), ending.signal)
  const refresh = () => panel.show(visit.gauges(), visit.batch())
  const timer = setInterval(refresh, refreshMs)
  return {
    pageChanged: visit.pageChanged,
    report(report) {
      visit.report(report)
      panel.report(report)
      refresh()
    },
    click(click) {
      // The event is still on its way.
      if (!panel.owns()) visit.click(click)
    },
    consent() {},
    stop() {
      clearInterval(timer)
      ending.abort()
      panel.close()
    },
  }
}
