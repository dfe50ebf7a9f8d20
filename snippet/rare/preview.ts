import type { Report } from '../../wire/event.ts'
import { startClock } from '../clock.ts'
import type { Measuring } from '../measure/measuring.ts'
import type { MeasuringRequest } from '../measure/visit.ts'
import { measure } from './preview/measure.ts'
import type { EditorFile, Reading } from './preview/reading.ts'

/** How often the overlay is updated, in milliseconds: often enough to see a view's second fill. */
const refreshMs = 200

/**
 * Replaces measuring for `?motif-preview`: shows in the editor's overlay what is applied and what would be measured. It
 * measures by the same rules, collects the batch that would be sent, dispatches its events in the page, and sends nothing.
 */
export function startMeasuring(request: MeasuringRequest): Measuring {
  const { record, signal, isHere, report } = request
  const clock = startClock(signal)
  let shown: Report | undefined
  let reading: Reading | undefined
  // Clicks on the overlay do not count.
  const isInPage = () => isHere() && !reading?.owns()
  const visit = measure({ ...request, isHere: isInPage })

  function refresh(): void {
    reading?.show(visit.gauges(), visit.batch())
    clock.after(refreshMs, refresh)
  }

  function change(): void {
    visit.change()
    const latest = report()
    if (!reading || !latest || latest === shown) return
    shown = latest
    reading.report(latest)
    refresh()
  }

  async function open(): Promise<void> {
    try {
      const editor: EditorFile = await import(
        /* webpackIgnore: true */ /* @vite-ignore */ `${request.options.host}/editor.js`
      )
      if (signal.aborted) return
      reading = editor.openReading(record)
      change()
    } catch {
      // Without the overlay the page is personalised all the same.
    }
  }

  // Firefox and WebKit hold `load` back for an import that is under way.
  if (document.readyState === 'complete') open()
  else addEventListener('load', open, { once: true, signal })

  signal.addEventListener('abort', () => {
    visit.end(true)
    reading?.close()
  })
  return { change, consent() {} }
}
