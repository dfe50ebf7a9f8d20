import { resolve } from 'node:path'
import { type Command, readArguments, UsageError } from '../../base/commands/command.ts'
import type { OpenDatabase } from '../../base/database/database.ts'
import type { AssertMine } from '../../base/jobs/maintenance-claim.ts'
import { countOf, formatCount } from '../../base/words/count-of.ts'
import { archiveDays } from './archive.ts'

interface Rooms {
  store: Pick<OpenDatabase, 'db' | 'kind'>
  maintenance: { exclusively<T>(work: (assertMine: AssertMine) => Promise<T>): Promise<T> }
}

export const archiveCommand: Command<Rooms> = {
  name: 'archive',
  usage: '--before DAY --to FOLDER',
  summary: 'moves old events from the database into Parquet files',
  help: {
    options: {
      '--before DAY': 'events that arrived before this day (UTC), such as 2026-11-20',
      '--to FOLDER': 'where to; it gets a folder for each organization, and there a file for each day',
    },
    examples: ['archive --before 2026-11-01 --to /var/lib/motif-archive'],
    notes: [
      'Each file is read back and compared with the database first. Results and figures stay as they are.',
      'You can stop it at any time and run it again. It runs beside the service.',
      'Erased people are taken out of the files too: leave the folder where it is.',
    ],
  },
  needsDatabase: true,
  prepare(args) {
    const { before = '', to = '' } = readArguments(args, { options: { before: true, to: true } })
    if (!isDay(before)) throw new UsageError(`--before: ${before} is not a day such as 2026-11-20`)
    return ({ rooms, cwd, signal, out, err }) =>
      rooms.maintenance.exclusively(async (assertMine) => {
        const options = { before, folder: resolve(cwd, to), assertMine, signal }
        let days = 0
        for await (const { day, organizations, events, bytes } of archiveDays(rooms.store, options)) {
          days += 1
          const what = `${countOf(events, 'event')} of ${countOf(organizations, 'organization')}`
          out(`${day}: ${what}, ${formatCount(Math.ceil(bytes / 1000))} KB\n`)
        }
        if (days === 0) err(`no events arrived before ${before}\n`)
        return 0
      })
  },
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  )
}
