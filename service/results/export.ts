import { Readable } from 'node:stream'
import type { Button } from '../../wire/event.ts'
import type { AnalyticsItem, AnalyticsType } from '../../wire/record.ts'
import type { EventRow } from '../store/event-export.ts'

/** An event as it is exported. */
export interface ExportedEvent {
  visit: string
  seq: number
  item: string
  type: AnalyticsType
  /** ISO 8601, UTC, milliseconds. */
  date: string
  /** Of a duration. */
  ms?: number
  /** Of a click. */
  button?: Button
}

export type ExportFormat = 'ndjson' | 'csv'

/** Media type of each format. */
export const exportTypes: Record<ExportFormat, string> = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
}

/** Events as a text that is made while it is read: one event a line, in CSV (RFC 4180) below a line of names. */
export function exportEvents(
  pages: AsyncIterable<EventRow[]>,
  analytics: AnalyticsItem[],
  format: ExportFormat,
): Readable {
  async function* lines(): AsyncGenerator<string> {
    if (format === 'csv') yield `${csvColumns.join(',')}\r\n`
    const toLine = format === 'csv' ? toCsvLine : toJsonLine
    for await (const rows of pages) yield rows.map((row) => toLine(toExported(row, analytics))).join('')
  }
  return Readable.from(lines(), { objectMode: false })
}

function toExported(
  { visit, seq, item, date, button, ms }: EventRow,
  analytics: AnalyticsItem[],
): ExportedEvent {
  // Only events of the record's own analytics items are stored.
  const { id, type } = analytics[item] as AnalyticsItem
  const event: ExportedEvent = { visit, seq, item: id, type, date: new Date(date).toISOString() }
  if (type === 'duration') event.ms = ms ?? 0
  if (type === 'click') event.button = button as Button
  return event
}

const csvColumns = ['visit', 'seq', 'item', 'type', 'date', 'ms', 'button'] as const

function toJsonLine(event: ExportedEvent): string {
  return `${JSON.stringify(event)}\n`
}

function toCsvLine(event: ExportedEvent): string {
  return `${csvColumns.map((column) => toCsvField(event[column])).join(',')}\r\n`
}

function toCsvField(value: string | number | undefined): string {
  const text = value === undefined ? '' : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
