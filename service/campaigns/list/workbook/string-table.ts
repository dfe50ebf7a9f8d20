import { DomainError } from '../../../base/words/errors.ts'

const chunkBytes = 4 * 1024 * 1024
/** Of all texts that cells share, those of other sheets too. */
const mostBytes = 128 * 1024 * 1024

/** Many texts, outside the heap: a million of them as strings would take some 60 bytes each more. */
export interface StringTable {
  add(text: string): void
  /** Undefined for a number that no text has. */
  get(number: number): string | undefined
}

/** Creates a table, whose texts are numbered from 0. Throws `too-large` for more than 128 MiB. */
export function createStringTable(): StringTable {
  const chunks: Buffer[] = []
  /** Where each text begins, and where the last one ends, if all chunks stood in a row. */
  const starts: number[] = []
  const ends: number[] = []
  let at = 0

  function add(text: string): void {
    const bytes = Buffer.from(text)
    if (chunks.length * chunkBytes - at < bytes.length) {
      at = chunks.length * chunkBytes
      chunks.push(Buffer.allocUnsafeSlow(Math.max(chunkBytes, bytes.length)))
    }
    if (at + bytes.length > mostBytes)
      throw new DomainError(
        'too-large',
        'The workbook (.xlsx) has more than 128 MiB of texts: save the sheet with the list alone.',
      )
    chunks.at(-1)?.set(bytes, at % chunkBytes)
    starts.push(at)
    at += bytes.length
    ends.push(at)
  }

  return {
    add,
    get(number) {
      const start = starts[number]
      if (start === undefined) return undefined
      const chunk = Math.floor(start / chunkBytes)
      const within = start - chunk * chunkBytes
      return chunks[chunk]?.toString('utf8', within, within + ((ends[number] ?? start) - start))
    },
  }
}
