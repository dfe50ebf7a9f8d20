/** One line of a table of figures. */
export interface Row {
  what: string
  /** The goal; empty where none is set. */
  toReach: string
  /** What was measured, by whose figure it is, in one run: `{ Motif: '32 ms', 'dom-mutator': '56 ms' }`. Motif's come first. */
  figures: Record<string, string>
}

/** What a part of the bench gives. */
export interface PartResult {
  rows: Row[]
  /** Everything that was measured, for `results.json`. */
  measured: unknown
  /** What a reader must know of how it was measured, and who was left out and why. */
  notes: string[]
}

/** What the command line asks of every part. */
export interface PartOptions {
  /** Runs that a median is taken of. */
  runs: number
  /** Whether small numbers will do, to see that all works. */
  isQuick: boolean
  /** Events in the database when results are asked for. */
  events: number
}
