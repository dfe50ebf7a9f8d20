/** What is kept of an erasing: nothing personal. */
export interface Erasure {
  /** Id of the prospect that was erased; left out where only a directory or a list knew the person. */
  prospect?: string
  erasedAt: string
  /** What was erased, and how much of it: `{ content: 2, visits: 5 }`. */
  erased: Record<string, number>
}
