import type { ContentType } from '../../wire/targets.ts'

/** A content item that, for one person, either renders to nothing or falls back to its default. */
export interface Gap {
  /** Position of the item in its template, from 0. */
  index: number
  selector: string
  type: ContentType
  /** It renders to nothing, so the page keeps its own content. */
  empty: boolean
  /** A `default` filter replaced an unknown value. */
  byDefault: boolean
}

/** A content item with a value that one person lacks, and no default: `Hello , welcome`. */
export interface Blank {
  /** Position of the item in its template, from 0, and in the record. */
  index: number
  position: number
  selector: string
  type: ContentType
}
