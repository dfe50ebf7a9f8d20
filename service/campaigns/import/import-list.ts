import type { Database } from '../../base/database/database.ts'
import type { Jobs } from '../../base/jobs/jobs.ts'
import { toCsvRow } from '../../base/words/csv-cell.ts'
import { shortHash } from '../../base/words/ids.ts'
import { storable } from '../../base/words/prospect.ts'
import { inBatches, type ListLine } from '../../prospects/lists/lines.ts'
import { type Corrections, type ListColumn, mergeCorrections } from '../../prospects/lists/list-column.ts'
import { readList } from '../../prospects/lists/read-list.ts'
import type { SpooledList } from '../../prospects/lists/spool-list.ts'
import type { ListTally } from '../campaign.ts'
import type { CampaignColumn, CampaignKey } from '../sql.ts'
import { beginList, endList, type KeptLine, keepLines, type LineOutcome } from './keep-lines.ts'
import { recallCorrections, rememberCorrections } from './sql.ts'

/** Few enough to leave time for others on the embedded database, which has one connection. */
const linesAtOnce = 100

/** How an import is watched and stopped. */
export interface ImportWatch {
  /** When it aborts, the import stops after the current batch. Stored lines stay. */
  signal?: AbortSignal
  onProgress?(progress: ImportProgress): void
  /** Called for each line that cannot be used; `what` is the same for all lines with this problem. */
  onProblem?(line: number, problem: string, what: string): void
}

interface ImportOptions extends ImportWatch {
  db: Database
  jobs: Pick<Jobs, 'wake'>
  corrections: Corrections | undefined
  /** Runs what stores some lines, when it is its turn. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
}

export interface ImportProgress {
  columns: readonly ListColumn[]
  tally: ListTally
  share: number
}

/**
 * Imports a list into a campaign in the order of its lines, one transaction per batch. Throws `invalid-field` where the
 * whole list cannot be understood, and `not-found` where the campaign no longer exists.
 */
export async function importList(
  list: SpooledList,
  key: CampaignKey,
  { db, jobs, corrections, inTurn, signal, onProgress, onProblem }: ImportOptions,
): Promise<ListTally> {
  const { organization } = key
  let remembered: Corrections | undefined
  const recall = async (titles: readonly string[]) => {
    remembered = await recallCorrections(db, organization, titles)
    return remembered
  }
  const read = await readList(list, { corrections, recall })
  const people = new Map<string, Exclude<LineOutcome, 'problem'>>()
  const tally: ListTally = { lines: 0, people: 0, problems: 0, new: 0, changed: 0, same: 0 }
  const keyOf = createKeys()
  let number: number | undefined
  for await (const batch of inBatches(read.lines, linesAtOnce)) {
    number ??= await inTurn(() => beginList(db, key))
    const into = number
    // NDJSON may add columns while it is read.
    const columns = read.columns.filter(isKept)
    if (tally.lines === 0) onProgress?.({ columns, tally, share: 0 })
    const lines = batch.map((line) => toKept(leaveOut(line, read.columns), keyOf))
    const outcomes = await inTurn(() => keepLines(db, key, { list: into, lines, columns: labelled(columns) }))
    jobs.wake('campaign')
    for (const [at, line] of lines.entries()) count(line, outcomes[at] ?? 'problem')
    const last = batch.at(-1)?.line ?? 0
    onProgress?.({ columns, tally, share: Math.min(1, last / list.lines) })
    if (signal?.aborted) return tally
  }
  if (number) await inTurn(() => endList(db, key, labelled(read.columns.filter(isKept))))
  if (corrections && read.titles)
    await rememberCorrections(db, organization, read.titles, mergeCorrections(remembered, corrections))
  jobs.wake('campaign')
  return tally

  function count({ key, line, problem, reason }: KeptLine, outcome: LineOutcome): void {
    tally.lines++
    if (outcome === 'problem') {
      tally.problems++
      if (problem !== undefined) onProblem?.(line, problem, reason?.what ?? problem)
      return
    }
    const before = people.get(key)
    const now = before === 'new' || outcome === 'same' ? (before ?? outcome) : outcome
    people.set(key, now)
    if (before) tally[before]--
    tally[now]++
    tally.people = people.size
  }
}

/** The columns of a list, labelled. */
function labelled(columns: readonly ListColumn[]): CampaignColumn[] {
  const seen = new Map<string, number>()
  return columns.map(({ title: came, meaning, key }) => {
    const title = storable(came)
    const number = (seen.get(title) ?? 0) + 1
    seen.set(title, number)
    return { label: `${number} ${title}`, title, key, ...(meaning && { meaning }) }
  })
}

function isKept({ meaning }: ListColumn): boolean {
  return meaning !== 'ignore'
}

/**
 * A line without the cells of columns that are said to be ignored, as if it had never had them. Its text is written again; one
 * that could not be split into cells stays as it is, since nobody knows which part that would be.
 */
function leaveOut(line: ListLine, columns: readonly ListColumn[]): ListLine {
  if (columns.every(isKept) || line.cells.length === 0) return line
  const cells = line.cells.filter((_, at) => columns[at] && isKept(columns[at]))
  return { ...line, cells, text: toCsvRow(cells, { end: '' }) }
}

function toKept(line: ListLine, keyOf: (line: ListLine) => string): KeptLine {
  const lineKey = keyOf(line)
  return { ...line, lineKey, key: line.person?.key ?? lineKey }
}

/**
 * Creates the keys of lines: a hash of the cells and its number among equal ones. So a links file that is imported again
 * gives unusable lines the same keys.
 */
function createKeys(): (line: ListLine) => string {
  const seen = new Map<string, number>()
  return ({ cells, text }) => {
    const known = cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
    const hash = shortHash(JSON.stringify(cells.length > 0 ? known : [text]))
    const number = (seen.get(hash) ?? 0) + 1
    seen.set(hash, number)
    return `line:${hash} ${number}`
  }
}
