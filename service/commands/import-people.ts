import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { UserError } from '../model/errors.ts'
import { importPeople } from '../prospects/people/import-people.ts'
import { readText } from '../prospects/people/read-lines.ts'
import { readPeople } from '../prospects/people/read-people.ts'
import { type Command, readArguments } from './command.ts'
import { assertOrganization } from './organization.ts'
import { createProgress, formatCount } from './progress.ts'

/** How many bad lines are named; the others are counted. */
const mostNamed = 50

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
      'It invites nobody: searches, and prospects that are made later, find what it says. To invite a list, see invite.',
      'Ctrl-C stops it; what was read stays, and it can be run again.',
    ],
  },
  needsDatabase: true,
  prepare(args) {
    const given = readArguments(args, { positions: ['FILE'], options: { organization: true } })
    const { FILE = '', organization = '' } = given
    return async ({ rooms, cwd, out, err, isTerminal, signal }) => {
      await assertOrganization(rooms.db, organization)
      const path = resolve(cwd, FILE)
      const size = await sizeOf(path, FILE)
      const progress = createProgress(isTerminal ? out : () => {})
      let read = 0
      let named = 0
      const text = readText(path, (bytes) => {
        read += bytes
      })
      const entries = readPeople(text, (columns) => err(`not understood, left out: ${columns.join(', ')}\n`))
      const tally = await importPeople(entries, {
        db: rooms.db,
        organization,
        signal,
        onProblem(line, problem) {
          if (++named > mostNamed) return
          progress.clear()
          err(`line ${line}: ${problem}\n`)
        },
        onProgress: ({ lines }) => progress.show(read / size, lines),
      }).finally(() => progress.clear())
      if (tally.problems > mostNamed) err(`… and ${formatCount(tally.problems - mostNamed)} lines more\n`)
      const unread = tally.problems > 0 ? `; ${formatCount(tally.problems)} lines could not be read` : ''
      out(`${formatCount(tally.people)} people imported into ${organization}${unread}\n`)
      if (signal.aborted)
        throw new UserError(`stopped after line ${formatCount(tally.lines)}; the import can be run again`)
      return tally.people === 0 ? 1 : 0
    }
  },
}

async function sizeOf(path: string, name: string): Promise<number> {
  const file = await stat(path).catch(() => undefined)
  if (file?.isFile()) return Math.max(1, file.size)
  throw new UserError(`${name}: ${file ? 'not a file' : 'no such file'}`)
}
