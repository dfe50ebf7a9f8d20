/** What a column of a list can mean. */
export const columnMeanings = [
  'email',
  'name',
  'firstName',
  'lastName',
  'company',
  'role',
  'domain',
  'industry',
  'linkedin',
  'language',
] as const
export type ColumnMeaning = (typeof columnMeanings)[number]

/** A column of a list, as it was recognised. */
export interface ListColumn {
  /** The text of the header. */
  title: string
  /** Left out where it becomes a member of `additional`. */
  meaning?: ColumnMeaning
  /** Its name in `additional`: lower case, with `_`. */
  key: string
}

/** A line that cannot be used. */
export interface UnusableLine {
  /** The header is line 1. */
  line: number
  /** Its beginning. */
  text: string
  problem: string
}

/** How the beginning of a list is read; nothing of it is stored. */
export interface ListReading {
  format: 'csv' | 'ndjson'
  /** As `TextDecoder` calls it. */
  encoding: string
  /** Of CSV. */
  separator?: string
  columns: readonly ListColumn[]
  /** The first of its lines, their cells in the order of the columns. */
  rows: { line: number; cells: string[] }[]
  /** How many lines were read, without the header and blank ones, and how many of them cannot be used. */
  lines: number
  unusable: number
  /** The first of those that cannot be used. */
  problems: UnusableLine[]
  /** Why the list as a whole would be refused. */
  problem?: string
}
