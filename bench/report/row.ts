/** One line of a table of figures. */
export interface Row {
  what: string
  /** The goal; empty if there is none. */
  toReach: string
  /** The measured values of one run, by contender: `{ Motif: '32 ms', 'dom-mutator': '56 ms' }`. Motif's come first. */
  figures: Record<string, string>
}

/** The result of a part. */
export interface PartResult {
  rows: Row[]
  /** Everything that was measured, for `results.json`. */
  measured: unknown
  /** What a reader must know about the method, and what was left out and why. */
  notes: string[]
}

/** Options for every part, from the command line. */
export interface PartOptions {
  /** The number of runs for a median. */
  runs: number
  /** Whether to use small numbers, to check that everything works. */
  isQuick: boolean
  /** The number of events in the database for the part `results`. */
  events: number
}
