import type { Blank, Gap, TakenCase } from './gap.ts'

interface EncodedGaps {
  v: 1
  gaps: Gap[]
  /** Left out where there are none. */
  blanks?: Blank[]
  /** Left out if no item has cases. */
  cases?: TakenCase[]
}

/** The text of a record's gaps and blanks. Equal ones give equal text, so that a query can group by it. */
export function encodeGaps(gaps: Gap[], blanks: Blank[] = [], cases: TakenCase[] = []): string {
  return JSON.stringify({
    v: 1,
    gaps,
    ...(blanks.length > 0 && { blanks }),
    ...(cases.length > 0 && { cases }),
  } satisfies EncodedGaps)
}

/** The cases that `encodeGaps` wrote. */
export function decodeCases(text: string): TakenCase[] {
  return (JSON.parse(text) as EncodedGaps).cases ?? []
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
