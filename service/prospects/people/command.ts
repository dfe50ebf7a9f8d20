import { resolve } from 'node:path'
import { chooseOrganization } from '../../access/organization.ts'
import { createBadLines } from '../../base/commands/bad-lines.ts'
import { type Command, readArguments } from '../../base/commands/command.ts'
import { fileSize } from '../../base/commands/files.ts'
import { createProgress } from '../../base/commands/progress.ts'
import { formatCount } from '../../base/words/count-of.ts'
import { UserError } from '../../base/words/errors.ts'
import { readText } from '../lists/read-lines.ts'
import { importPeople } from './import-people.ts'
import { readPeople } from './read-people.ts'

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
      const unread = tally.problems > 0 ? `; ${formatCount(tally.problems)} lines could not be read` : ''
      out(`${formatCount(tally.people)} people imported into ${organization}${unread}\n`)
      if (signal.aborted)
        throw new UserError(`stopped after line ${formatCount(tally.lines)}; the import can be run again`)
      return tally.people === 0 ? 1 : 0
    }
  },
}
