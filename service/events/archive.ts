import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { type Command, readArguments, UsageError } from '../base/commands/command.ts'
import { type Database, databaseNow } from '../base/database/database.ts'
import { inPages } from '../base/database/sql.ts'
import type { AssertMine } from '../base/jobs/sql.ts'
import { UserError } from '../base/words/errors.ts'
import { shortHash } from '../base/words/ids.ts'
import { countOf } from '../base/words/text.ts'
import { dayOf, dropEventDay, eventDays, tableOf } from './event-days-sql.ts'
import { type ArchivedEvent, countArchived, writeEventFile } from './event-file.ts'

interface Rooms {
  db: Database
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
      'Days that EVENTS_RETENTION_DAYS keeps stay in the database. Older ones are dropped a day later: run it each night.',
      'The files are counted before a day is dropped. Results and figures stay as they are.',
      'You can stop it at any time and run it again. It runs beside the service.',
    ],
  },
  needsDatabase: true,
  prepare(args) {
    const { before = '', to = '' } = readArguments(args, { options: { before: true, to: true } })
    if (!isDay(before)) throw new UsageError(`--before: ${before} is not a day such as 2026-11-20`)
    return ({ config, rooms: { db, maintenance }, cwd, signal, out, err }) =>
      maintenance.exclusively(async (assertMine) => {
        const kept = dayOf((await databaseNow(db)) - config.eventsRetentionDays * 24 * 60 * 60 * 1000)
        const options = {
          before: before < kept ? before : kept,
          folder: resolve(cwd, to),
          assertMine,
          signal,
        }
        let days = 0
        for await (const { day, organizations, events } of archiveDays(db, options)) {
          days += 1
          out(`${day}: ${countOf(events, 'event')} of ${countOf(organizations, 'organization')}\n`)
        }
        if (days === 0) err(`no events arrived before ${options.before}; later ones are kept\n`)
        return 0
      })
  },
}

const isDay = (text: string) => new Date(Date.parse(text) || 0).toISOString().slice(0, 10) === text

interface ArchiveOptions {
  /** Archives days before this one, `2026-11-20`. */
  before: string
  folder: string
  assertMine?: AssertMine
  signal?: AbortSignal
}

/**
 * Moves whole days of events into files with the columns of `report.events`, `FOLDER/ORGANIZATION/2026-11-20.parquet`. A day
 * leaves the database once its files are on the disk and have as many events: a run that is killed loses nothing, and
 * the next one goes on with what is there.
 */
export async function* archiveDays(
  db: Database,
  { before, folder, assertMine, signal }: ArchiveOptions,
): AsyncGenerator<{ day: string; organizations: number; events: number }> {
  for (const day of await eventDays(db)) {
    if (day >= before) return
    const counts = await countByOrganization(db, day)
    for (const [organization, events] of counts) {
      signal?.throwIfAborted()
      await writeDay(db, organization, day, events, join(folder, folderOf(organization)))
    }
    signal?.throwIfAborted()
    const isDropped = await dropEventDay(db, day, async (trx) => {
      if (!isDeepStrictEqual(await countByOrganization(trx, day), counts))
        throw new UserError(`${day} has got other events meanwhile: move its files away and try again`)
      await assertMine?.(trx)
    })
    if (!isDropped) throw new UserError('somebody reads the events, as a dump does; try again later')
    const events = [...counts.values()].reduce((all, some) => all + some, 0)
    if (events > 0) yield { day, organizations: counts.size, events }
  }
}

async function writeDay(
  db: Database,
  organization: string,
  day: string,
  events: number,
  folder: string,
): Promise<void> {
  const path = join(folder, `${day}.parquet`)
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw new UserError(`the archive ${folder} cannot be written: ${error.message}`)
  })
  // A run that was ended before it dropped the day has left the same file.
  if (!existsSync(path)) await writeEventFile(path, eventsOf(db, organization, day))
  const written = await countArchived(path)
  if (written !== events)
    throw new UserError(`${path} has ${written} events, the database ${events}: move it away and try again`)
}

const rowsAtOnce = 10_000

/**
 * What `report.events` shows of one organization and day, in pages, ordered by record, visit and number. A page is chosen
 * before its visits are looked up: joined first, each page would sort the whole day.
 */
function eventsOf(db: Database, organization: string, day: string): AsyncGenerator<ArchivedEvent[]> {
  return inPages<ArchivedEvent>(rowsAtOnce, async (last) => {
    const { rows } = await sql<ArchivedEvent>`
      SELECT e.organization, e.content AS record, e.visit, e.seq, e.item, e.type, e.happened_at, e.button, e.ms,
        coalesce(is_person(v), false) AS counted, e.day AS arrived_on
      FROM (
        SELECT * FROM ${sql.table(tableOf(day))}
        WHERE item IS NOT NULL AND organization = ${organization} AND (content, visit, seq) > (${last?.record ?? ''}, ${last?.visit ?? ''}, ${last?.seq ?? 0}::integer)
        ORDER BY content, visit, seq LIMIT ${rowsAtOnce}) AS e
      LEFT JOIN visit v ON v.content = e.content AND v.visit = e.visit AND v.organization = e.organization
      ORDER BY e.content, e.visit, e.seq`.execute(db)
    return rows
  })
}

async function countByOrganization(db: Database, day: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ organization: string; events: number }>`
    SELECT organization, count(*) AS events FROM ${sql.table(tableOf(day))}
    WHERE item IS NOT NULL GROUP BY organization ORDER BY organization`.execute(db)
  return new Map(rows.map(({ organization, events }) => [organization, events]))
}

/** In bytes: no file system takes more. */
const longestFolderName = 255

/** An organization may be called anything, also `..`. Of a name that is too long, its beginning and a hash, with a dot, which no other has. */
function folderOf(organization: string): string {
  const name = encodeURIComponent(organization).replaceAll('.', '%2E').replaceAll('*', '%2A')
  return name.length <= longestFolderName ? name : `${name.slice(0, 99)}.${shortHash(organization)}`
}
