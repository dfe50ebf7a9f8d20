import { signal } from '@preact/signals'
import { render } from 'preact'
import type { Gauged } from '../../snippet/rare/preview/measure.ts'
import type { OpenReading } from '../../snippet/rare/preview/reading.ts'
import type { Report } from '../../wire/event.ts'
import styles from '../design/editor.css'
import { hideEvents } from '../page/events.ts'
import { openLayer } from '../page/layer.ts'
import { ReadingPanel } from './reading-panel.tsx'

/** Opens the overlay without editing: `?motif-preview` shows a record at work in it. */
export const openReading: OpenReading = (record) => {
  const life = new AbortController()
  const layer = openLayer(styles, life.signal, 'motif-preview')
  const report = signal<Report>()
  const gauges = signal<Gauged[]>([])
  hideEvents(layer, life.signal)
  const place = document.createElement('div')
  place.className = 'layer'
  layer.root.append(place)
  render(<ReadingPanel record={record} report={report} gauges={gauges} />, place)
  return {
    report(next) {
      report.value = next
    },
    show(next) {
      gauges.value = next
    },
    owns: () => window.event !== undefined && layer.owns(window.event),
    close() {
      render(null, place)
      life.abort()
    },
  }
}
