import type { Batch, Report } from '../../../wire/event.ts'
import type { PageRecord } from '../../../wire/record.ts'
import type { Gauged } from './measure.ts'

/** The editor's overlay where nothing is edited: what a record does to the page, and what is measured of it. */
export interface Reading {
  /** Says how the content items are. */
  report(report: Report): void
  /** Brings figures and batch up to date. */
  show(gauges: Gauged[], batch: Batch): void
  /** Whether the event that is under way is on the overlay. */
  owns(): boolean
  close(): void
}

/** What `editor.js` exports beside `openEditor`. It asks for nothing and needs no session. */
export type OpenReading = (record: PageRecord) => Reading
