import { Readable } from 'node:stream'
import { detailOf } from '../../../wire/event.ts'
import type { StoredEvent } from '../event-export-sql.ts'

/** Characters in one chunk of the stream: enough to be efficient, few enough for a slow reader. */
const pieceLength = 65_536

/** Events as NDJSON, one event a line. */
export function exportEvents(pages: AsyncIterable<StoredEvent[]>): Readable {
  async function* lines(): AsyncGenerator<string> {
    let text = ''
    for await (const rows of pages) {
      for (const row of rows) text += `${JSON.stringify(toExported(row))}\n`
      if (text.length < pieceLength) continue
      yield text
      text = ''
    }
    if (text) yield text
  }
  return Readable.from(lines(), { objectMode: false })
}

/** The event as files and timelines show it: `date` in ISO 8601, `ms` of a duration, `button` of a click. */
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
