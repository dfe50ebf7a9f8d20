import type { WriterOptions } from '../../edge/page-writer.ts'
import { Rewriter } from '../../edge/rewriter.ts'
import type { ContentItem } from '../../wire/record.ts'

/** A page with a record's items put into it, fed in pieces of the sizes that `next` gives. */
export function rewrite(
  page: string | Uint8Array,
  content: ContentItem[],
  next: () => number = () => Number.POSITIVE_INFINITY,
  options: WriterOptions = {},
): string {
  const bytes = typeof page === 'string' ? new TextEncoder().encode(page) : page
  const record = { pattern: 'Ada', language: 'en', content, analytics: [] }
  const rewriter = new Rewriter(record, 'https://www.example.com/launch', options)
  const pieces: Uint8Array[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(bytes.length, at + next())
    pieces.push(rewriter.push(bytes.slice(at, end)))
    at = end
  }
  return Buffer.concat([...pieces, rewriter.end()]).toString('latin1')
}

const recordScript = /<script type="application\/json" id="motif-record">([^<]*)<\/script>/

/** What the page is without the record. */
export const withoutRecord = (page: string): string => page.replace(recordScript, '')

/** The record that a page carries. */
export const recordIn = (page: string): unknown => JSON.parse(recordScript.exec(page)?.[1] ?? 'null')
