import type { Blank, Gap } from './gap.ts'

interface EncodedGaps {
  v: 1
  gaps: Gap[]
  /** Left out where there are none. */
  blanks?: Blank[]
}

/** The text of a record's gaps and blanks. Equal ones give equal text, so that a query can group by it. */
export function encodeGaps(gaps: Gap[], blanks: Blank[] = []): string {
  return JSON.stringify({ v: 1, gaps, ...(blanks.length > 0 && { blanks }) } satisfies EncodedGaps)
}

/** Found in the text only where there are blanks: within a JSON string its quotation marks would be escaped. */
export const blanksMark = ',"blanks":['

/** The blanks that `encodeGaps` wrote. */
export function decodeBlanks(text: string): Blank[] {
  return (JSON.parse(text) as EncodedGaps).blanks ?? []
}

/** The gaps that `encodeGaps` wrote; none for a record from before gaps were stored. */
export function decodeGaps(text: string | null): Gap[] {
  return text === null ? [] : (JSON.parse(text) as EncodedGaps).gaps
}
