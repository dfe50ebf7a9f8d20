import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { chooseOrganization } from '../access/tokens.ts'
import { type Command, readArguments } from '../base/commands/command.ts'
import { createBadLines, createProgress, fileSize } from '../base/commands/files.ts'
import { UserError } from '../base/words/errors.ts'
import { jsonObject } from '../base/words/json.ts'
import { cleanText, countOf, formatCount, maxLengths } from '../base/words/text.ts'
import { type NewPerson, upsertPeople } from './directory-sql.ts'
import { readEncoding } from './lists/encodings.ts'
import { inBatches } from './lists/lines.ts'
import type { ListedPerson } from './lists/person.ts'
import { readList } from './lists/read-list.ts'
import { spoolList } from './lists/spool-list.ts'
import { businessDomain } from './names/mail.ts'

export const importPeopleCommand: Command = {
  name: 'import-people',
  usage: 'FILE --organization NAME [--encoding E]',
  summary: "fills an organization's people directory from CSV or NDJSON",
  help: {
    options: {
      FILE: 'a list as a campaign takes it: CSV, a workbook (.xlsx) or NDJSON',
      '--organization NAME': 'whose directory it is',
      '--encoding E': 'how its letters are written, such as windows-1250. Default: what they look like',
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
    const options = { organization: true, encoding: false }
    const given = readArguments(args, { positions: ['FILE'], options })
    const { FILE = '' } = given
    const encoding = readEncoding(given.encoding)
    return async ({ rooms, cwd, out, err, isTerminal, signal }) => {
      const organization = await chooseOrganization(rooms.db, given.organization)
      const path = resolve(cwd, FILE)
      await fileSize(path, FILE)
      const progress = createProgress(isTerminal ? out : () => {})
      const badLines = createBadLines({ err }, progress)
      const list = await spoolList(createReadStream(path), noLimits, encoding)
      const tally = { lines: 0, people: 0, problems: 0 }
      try {
        for await (const batch of inBatches((await readList(list)).lines, linesAtOnce)) {
          const people = batch.flatMap(({ person }) => (person ? [toDirectoryPerson(person)] : []))
          await upsertPeople(rooms.db, organization, people)
          for (const { line, problem } of batch) if (problem) badLines.tell(line, problem)
          tally.lines = batch.at(-1)?.line ?? 0
          tally.people += people.length
          tally.problems += batch.length - people.length
          progress.show(tally.lines / list.lines, tally.lines)
          if (signal.aborted) break
        }
      } finally {
        progress.clear()
        await list.close()
      }
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

/** Large enough to make the database's round trip negligible, small enough to give others their turn. */
const linesAtOnce = 1000

/** A person of a list as the directory has them: without what is not known, found by the company's domain. */
export function toDirectoryPerson({ key, email, facts, additional }: ListedPerson): NewPerson {
  const { profile: said = 'null', ...members } = additional
  const more = new Map(Object.entries(members))
  const domain = facts.domain ?? (email && businessDomain(email))
  const profile = cleanText(JSON.parse(said), maxLengths.profile)
  return {
    key,
    ...facts,
    ...(email && { email }),
    ...(domain && { domain }),
    ...(profile && { profile }),
    ...(more.size > 0 && { additional: jsonObject(more) }),
  }
}
