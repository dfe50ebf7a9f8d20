import type { Gap } from '../model/gap.ts'

interface EncodedGaps {
  v: 1
  gaps: Gap[]
}

/** The text of a record's gaps. Those of many people are alike to the letter, so that a query can group by it. */
export function encodeGaps(gaps: Gap[]): string {
  return JSON.stringify({ v: 1, gaps } satisfies EncodedGaps)
}

/** The gaps that `encodeGaps` gave the text of; none where the record was made before gaps were kept. */
export function decodeGaps(text: string | null): Gap[] {
  return text === null ? [] : (JSON.parse(text) as EncodedGaps).gaps
}
