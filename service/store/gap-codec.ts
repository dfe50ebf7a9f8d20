import type { Blank, Gap } from '../model/gap.ts'

interface EncodedGaps {
  v: 1
  gaps: Gap[]
  /** Left out where there are none. */
  blanks?: Blank[]
}

/** The text of a record's gaps and blanks. Those of many people are alike to the letter, so that a query can group by it. */
export function encodeGaps(gaps: Gap[], blanks: Blank[] = []): string {
  return JSON.stringify({ v: 1, gaps, ...(blanks.length > 0 && { blanks }) } satisfies EncodedGaps)
}

/** A part of the text that stands in it only where there are blanks: what it quotes has its quotation marks escaped. */
export const blanksMark = ',"blanks":['

/** The blanks that `encodeGaps` gave the text of. */
export function decodeBlanks(text: string): Blank[] {
  return (JSON.parse(text) as EncodedGaps).blanks ?? []
}

/** The gaps that `encodeGaps` gave the text of; none where the record was made before gaps were kept. */
export function decodeGaps(text: string | null): Gap[] {
  return text === null ? [] : (JSON.parse(text) as EncodedGaps).gaps
}
