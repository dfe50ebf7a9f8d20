import type { Report } from '../../wire/event.ts'
import { measure } from './preview/measure.ts'
import { openPanel } from './preview/panel.ts'
import type { TrackChunk } from './track.ts'

/** How often the panel is brought up to date, in milliseconds: a view's second is seen to fill. */
const refreshMs = 200

/**
 * In place of tracking: shows in the page what is applied and what would be measured. It measures by the same rules,
 * gathers the batch that would go out, tells the page of its events, and sends nothing.
 */
export const startTracking: TrackChunk['startTracking'] = ({ record, emit }) => {
  const panel = openPanel(record)
  const visit = measure(record, panel.owns, emit)
  const refresh = () => panel.show(visit.gauges(), visit.batch())
  const timer = setInterval(refresh, refreshMs)
  return {
    changed: visit.changed,
    report(report: Report) {
      visit.report(report)
      panel.report(report)
      refresh()
    },
    consent() {},
    stop() {
      clearInterval(timer)
      visit.end()
      panel.close()
    },
  }
}
