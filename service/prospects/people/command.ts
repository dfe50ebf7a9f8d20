import { resolve } from 'node:path'
import { chooseOrganization } from '../../access/organization.ts'
import { type Command, readArguments } from '../../base/commands/command.ts'
import { createBadLines, fileSize } from '../../base/commands/files.ts'
import { createProgress } from '../../base/commands/progress.ts'
import type { Database } from '../../base/database/database.ts'
import { countOf, formatCount } from '../../base/words/count-of.ts'
import { UserError } from '../../base/words/errors.ts'
import { type Entry, readText } from '../lists/read-lines.ts'
import { BadEntry, type PersonFields, readPerson } from './person-entry.ts'
import { readPeople } from './read-people.ts'
import { type NewPerson, upsertPeople } from './sql.ts'

export const importPeopleCommand: Command = {
  name: 'import-people',
  usage: 'FILE --organization NAME',
  summary: "fills an organization's people directory from CSV or NDJSON",
  help: {
    options: {
      FILE: 'CSV or NDJSON with a header that names fields: email, name, company, role, domain, …',
      '--organization NAME': 'whose directory it is',
    },
    examples: ['import-people people.csv --organization acme'],
    notes: [
      'It invites nobody: searches find these people, and prospects that are made later get what it says of them.',
      'To invite the people of a list, use invite.',
      'Ctrl-C stops it and keeps what was read. You can run it again.',
    ],
  },
  needsDatabase: true,
  prepare(args) {
    const given = readArguments(args, { positions: ['FILE'], options: { organization: true } })
    const { FILE = '' } = given
    return async ({ rooms, cwd, out, err, isTerminal, signal }) => {
      const organization = await chooseOrganization(rooms.db, given.organization)
      const path = resolve(cwd, FILE)
      const size = Math.max(1, await fileSize(path, FILE))
      const progress = createProgress(isTerminal ? out : () => {})
      let read = 0
      const badLines = createBadLines({ err }, progress)
      const text = readText(path, (bytes) => {
        read += bytes
      })
      const entries = readPeople(text, (columns) => err(`not understood, left out: ${columns.join(', ')}\n`))
      const tally = await importPeople(entries, {
        db: rooms.db,
        organization,
        signal,
        onProblem: badLines.tell,
        onProgress: ({ lines }) => progress.show(read / size, lines),
      }).finally(() => progress.clear())
      badLines.finish()
      const unread = tally.problems > 0 ? `; ${countOf(tally.problems, 'line')} could not be read` : ''
      out(`${countOf(tally.people, 'person', 'people')} imported into ${organization}${unread}\n`)
      if (signal.aborted)
        throw new UserError(`stopped after line ${formatCount(tally.lines)}; the import can be run again`)
      return tally.people === 0 ? 1 : 0
    }
  },
}

/** The progress of an import. */
interface ImportTally {
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
async function importPeople(
  entries: AsyncIterable<Entry<PersonFields>>,
  { db, organization, signal, onProblem, onProgress }: ImportOptions,
): Promise<ImportTally> {
  const tally: ImportTally = { lines: 0, people: 0, problems: 0 }
  let batch: NewPerson[] = []
  const write = async () => {
    const people = batch
    batch = []
    await upsertPeople(db, organization, mergeSame(people))
    tally.people += people.length
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
