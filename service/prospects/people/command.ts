import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { chooseOrganization } from '../../access/organization.ts'
import { type Command, readArguments } from '../../base/commands/command.ts'
import { createBadLines, fileSize } from '../../base/commands/files.ts'
import { createProgress } from '../../base/commands/progress.ts'
import type { Database } from '../../base/database/database.ts'
import { countOf, formatCount } from '../../base/words/count-of.ts'
import { DomainError, UserError } from '../../base/words/errors.ts'
import type { ListLine } from '../lists/line.ts'
import { readList } from '../lists/read-list.ts'
import { spoolList } from '../lists/spool-list.ts'
import { toPerson } from './person-entry.ts'
import { type NewPerson, upsertPeople } from './sql.ts'

export const importPeopleCommand: Command = {
  name: 'import-people',
  usage: 'FILE --organization NAME',
  summary: "fills an organization's people directory from CSV or NDJSON",
  help: {
    options: {
      FILE: 'a list as a campaign takes it: CSV, a workbook (.xlsx) or NDJSON',
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
      await fileSize(path, FILE)
      const progress = createProgress(isTerminal ? out : () => {})
      const badLines = createBadLines({ err }, progress)
      const list = await spoolList(createReadStream(path), noLimits)
      const tally = await readList(list)
        .then(({ lines }) =>
          importPeople(lines, {
            db: rooms.db,
            organization,
            signal,
            onProblem: badLines.tell,
            onProgress: (done) => progress.show(done.lines / list.lines, done.lines),
          }),
        )
        .catch((error) => {
          throw error instanceof DomainError ? new UserError(error.message) : error
        })
        .finally(() => list.close())
        .finally(() => progress.clear())
      badLines.finish()
      const unread = tally.problems > 0 ? `; ${countOf(tally.problems, 'line')} could not be read` : ''
      out(`${countOf(tally.people, 'person', 'people')} imported into ${organization}${unread}\n`)
      if (signal.aborted)
        throw new UserError(`stopped after line ${formatCount(tally.lines)}; the import can be run again`)
      return tally.people === 0 ? 1 : 0
    }
  },
}

/** It streams: files of a million lines are fine. */
const noLimits = { bytes: Number.POSITIVE_INFINITY, lines: Number.POSITIVE_INFINITY }

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
  lines: AsyncIterable<ListLine>,
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
  for await (const { line, person, problem } of lines) {
    tally.lines = line
    if (person) batch.push(toPerson(person))
    else {
      tally.problems++
      onProblem(line, problem ?? '')
    }
    if (batch.length >= batchSize) await write()
    if (signal.aborted) break
  }
  if (batch.length > 0) await write()
  return tally
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
