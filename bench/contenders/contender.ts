import type { Parts } from '../page/landing.ts'

/** The addresses and values that a contender's page and backend can use. */
export interface Places {
  /** The contender's own servers, as one origin for files and data. In reality they are often two. */
  vendor: string
  /** Motif's service. */
  motif: string
  /** The pattern of the content record. */
  pattern: string
  /** The tag of the template, as Motif gives it. */
  templateTag: string
}

/** An answer of a contender's backend; text is compressed with brotli. */
export interface Answer {
  type?: string
  body: string
}

/** One way to personalise the landing page. */
export interface Contender {
  name: string
  /** What to paste into the head, by its documents. */
  head?(places: Places): string
  /** The parts of the page, if the server fills them in. */
  parts?: Parts
  /** Whether the page must stay as it is. */
  isUntouched?: boolean
  /** Whether its page comes through `motif edge`. */
  isByEdge?: boolean
  /** Whether its link has no pattern. */
  isUninvited?: boolean
  /** Whether it is another product: then a third of the visits is enough. */
  isRival?: boolean
  /** The answers of its backend, by path; `undefined`: 404. */
  answer?(path: string, body: string): Promise<Answer | undefined> | Answer | undefined
}

/** The folder of the contenders' packages. */
export const packages = new URL('../node_modules/', import.meta.url)
