import type { Batch, Report } from '../../../wire/event.ts'
import type { PageRecord } from '../../../wire/record.ts'
import type { Gauged } from './measure.ts'

/** The editor's overlay without editing: what a record does to the page, and what is measured. */
export interface Reading {
  /** Shows the states of the content items. */
  report(report: Report): void
  /** Updates figures and batch. */
  show(gauges: Gauged[], batch: Batch): void
  /** Whether the event that is being dispatched is on the overlay. */
  owns(): boolean
  close(): void
}

/** What `editor.js` exports besides `openEditor`. It sends no request and needs no session. */
export type OpenReading = (record: PageRecord) => Reading
export type EditorFile = { openReading: OpenReading }
