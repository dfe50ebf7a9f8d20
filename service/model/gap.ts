import type { ContentType } from '../../wire/targets.ts'

/** A content item that, for one person, renders to nothing or falls back to its default: one of the two. */
export interface Gap {
  /** Position of the item in its template, from 0. */
  index: number
  selector: string
  type: ContentType
  /** It renders to nothing, so the page keeps its own content. */
  empty: boolean
  /** A `default` filter stood in for what is not known. */
  byDefault: boolean
}

/** A content item in which, for one person, a value is not known and nothing stands in for it: `Hello , welcome`. */
export interface Blank {
  /** Position of the item in its template, from 0, and in the record. */
  index: number
  position: number
  selector: string
  type: ContentType
}
