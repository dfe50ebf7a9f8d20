import type { Database } from '../../base/database/database.ts'
import type { Entry } from '../lists/read-lines.ts'
import { BadEntry, type PersonFields, readPerson } from './person-entry.ts'
import { type NewPerson, upsertPeople } from './sql.ts'

/** The progress of an import. */
export interface ImportTally {
  /** The last line that was read. */
  lines: number
  /** Imported entries. A person who is listed twice counts twice. */
  people: number
  /** Lines that could not be read. */
  problems: number
}

interface ImportOptions {
  db: Database
  organization: string
  signal: AbortSignal
  /** Called for each line that cannot be read, in the order of the file. */
  onProblem(line: number, problem: string): void
  /** Called after each batch. */
  onProgress(tally: Readonly<ImportTally>): void
}

/** Large enough to make the database's round trip negligible, small enough to give others their turn. */
const batchSize = 1000

/**
 * Writes people into an organization's directory, batch by batch, so that any file needs the memory of one batch only.
 * An existing person, by e-mail address in any case, is updated. When `signal` aborts, it stops after the current
 * batch; written people stay.
 */
export async function importPeople(
  entries: AsyncIterable<Entry<PersonFields>>,
  { db, organization, signal, onProblem, onProgress }: ImportOptions,
): Promise<ImportTally> {
  const tally: ImportTally = { lines: 0, people: 0, problems: 0 }
  let batch: NewPerson[] = []
  const write = async () => {
    await upsertPeople(db, organization, mergeSame(batch))
    tally.people += batch.length
    batch = []
    onProgress(tally)
  }
  for await (const entry of entries) {
    tally.lines = entry.line
    const read = readEntry(entry)
    if (typeof read !== 'string') batch.push(read)
    else {
      tally.problems++
      onProblem(entry.line, read)
    }
    if (batch.length >= batchSize) await write()
    if (signal.aborted) break
  }
  if (batch.length > 0) await write()
  return tally
}

function readEntry(entry: Entry<PersonFields>): NewPerson | string {
  if (entry.value === undefined) return entry.problem
  try {
    return readPerson(entry.value)
  } catch (error) {
    if (error instanceof BadEntry) return error.message
    throw error
  }
}

/** A statement may contain each key once. A later entry overwrites what it states. */
function mergeSame(batch: readonly NewPerson[]): NewPerson[] {
  const people = new Map<string, NewPerson>()
  for (const person of batch) {
    const before = people.get(person.key)
    people.set(person.key, before ? merge(before, person) : person)
  }
  return [...people.values()]
}

function merge(before: NewPerson, after: NewPerson): NewPerson {
  const said = Object.fromEntries(Object.entries(after).filter(([, value]) => value !== null))
  const { words, seniority } = after.role === null ? before : after
  return { ...before, ...said, words, seniority }
}
