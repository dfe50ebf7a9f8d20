import { Readable } from 'node:stream'
import { detailOf } from '../../../wire/event.ts'
import { toCsvRow } from '../../base/words/csv-cell.ts'
import type { StoredEvent } from '../event-export-sql.ts'

const columns = ['visit', 'seq', 'item', 'type', 'date', 'ms', 'button'] as const

/** An exported event: `date` in ISO 8601, UTC, milliseconds; `ms` of a duration, `button` of a click. */
type ExportedEvent = Partial<Record<(typeof columns)[number], string | number | undefined>>

interface ExportFormatRules {
  mediaType: string
  /** The text before the first event. */
  head: string
  toLine(event: ExportedEvent): string
}

/** Every format of an export: NDJSON, and CSV (RFC 4180) with a header line. */
export const exportFormats = {
  ndjson: {
    mediaType: 'application/x-ndjson; charset=utf-8',
    head: '',
    toLine: (event) => `${JSON.stringify(event)}\n`,
  },
  csv: {
    mediaType: 'text/csv; charset=utf-8; header=present',
    head: toCsvRow(columns),
    toLine: (event) => toCsvRow(columns.map((column) => String(event[column] ?? ''))),
  },
} satisfies Record<string, ExportFormatRules>

export type ExportFormat = keyof typeof exportFormats

/** Whether a text names a format. */
export function isExportFormat(text: string): text is ExportFormat {
  return Object.hasOwn(exportFormats, text)
}

/** Characters in one chunk of the stream: enough to be efficient, few enough for a slow reader. */
const pieceLength = 65_536

/** Events as a stream of text, one event a line. */
export function exportEvents(pages: AsyncIterable<StoredEvent[]>, format: ExportFormat): Readable {
  const { head, toLine }: ExportFormatRules = exportFormats[format]
  async function* lines(): AsyncGenerator<string> {
    if (head) yield head
    let text = ''
    for await (const rows of pages) {
      for (const row of rows) text += toLine(toExported(row))
      if (text.length < pieceLength) continue
      yield text
      text = ''
    }
    if (text) yield text
  }
  return Readable.from(lines(), { objectMode: false })
}

/** The event as files and timelines show it. */
export function toExported({ visit, seq, item, type, date, ...row }: StoredEvent) {
  const detail = detailOf(type)
  return {
    visit,
    seq,
    item,
    type,
    date: date.toISOString(),
    ...(detail && { [detail.name]: row[detail.name] }),
  }
}
