/** The receipt of an erasing. It contains nothing personal. */
export interface Erasure {
  /** Id of the erased prospect; left out where the person was only in the directory or in a list. */
  prospect?: string
  erasedAt: string
  /** How much was erased, by kind: `{ content: 2, visits: 5 }`. */
  erased: Record<string, number>
}
