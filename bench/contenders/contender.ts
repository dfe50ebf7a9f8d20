import type { Parts } from '../page/landing.ts'

/** What a contender's page and backend may refer to. */
export interface Places {
  /** The contender's own servers, one origin for files and data: kinder than life, where they are often two. */
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
  /** What its documents say to paste into the head. */
  head?(places: Places): string
  /** The page's own parts, where the server fills them in. */
  parts?: Parts
  /** Whether the page is meant to stay as it is. */
  isUntouched?: boolean
  /** Whether its page comes through `motif edge`. */
  isByEdge?: boolean
  /** Whether its link has no pattern. */
  isUninvited?: boolean
  /** Whether it is a product beside Motif: then a third of the visits says where it stands. */
  isRival?: boolean
  /** What its backend answers, by path; `undefined`: 404. */
  answer?(path: string, body: string): Promise<Answer | undefined> | Answer | undefined
}

/** The folder of the contenders' packages. */
export const packages = new URL('../node_modules/', import.meta.url)
