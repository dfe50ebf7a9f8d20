import { sql } from 'kysely'
import type { Timestamp } from '../../base/database/columns.ts'
import type { Database } from '../../base/database/database.ts'
import { inPages } from '../../base/database/in-pages.ts'
import type { AssertMine } from '../../base/jobs/maintenance-claim.ts'
import { noteGone, tableOf } from '../event-days-sql.ts'
import type { ArchivedEvent, EventSums } from './event-file.ts'

/** A file of the archive: the events of one organization and day. */
export interface ArchivedFileTable {
  organization: string
  day: string
  /** Absolute path of the archive's folder. */
  folder: string
  /** False while the file still has its draft's name: events have left the database, and the draft is complete. */
  settled: boolean
}

/** A day whose events left the database, for the archive or for good, and when last. */
interface ArchivedDayTable {
  day: string
  archived_at: Timestamp
}

/** A deleted record whose events are still in the archive. */
interface ArchiveErasingTable {
  organization: string
  content: string
}

declare module '../../base/database/schema.ts' {
  interface Schema {
    archived_file: ArchivedFileTable
    archived_day: ArchivedDayTable
    archive_erasing: ArchiveErasingTable
  }
}

const rowsAtOnce = 5000

/**
 * What `report.events` shows of one day, in pages, ordered by record, visit and number. A page is chosen before its visits are
 * looked up: joined first, each page would sort the whole day.
 */
export function eventsOfDay(db: Database, day: string): AsyncGenerator<ArchivedEvent[]> {
  const table = sql.table(tableOf(day))
  return inPages<ArchivedEvent>(rowsAtOnce, async (last) => {
    const { rows } = await sql<ArchivedEvent>`
      SELECT e.organization, e.content AS record, e.visit, e.seq, e.item, e.type, e.happened_at, e.button, e.ms,
        v.counted, e.day AS arrived_on
      FROM (
        SELECT * FROM ${table}
        WHERE dropped IS NULL AND (content, visit, seq, organization)
          > (${last?.record ?? ''}, ${last?.visit ?? ''}, ${last?.seq ?? 0}::integer, ${last?.organization ?? ''})
        ORDER BY content, visit, seq, organization LIMIT ${rowsAtOnce}) AS e
      JOIN visit v ON v.content = e.content AND v.visit = e.visit AND v.organization = e.organization
      ORDER BY e.content, e.visit, e.seq, e.organization`.execute(db)
    return rows
  })
}

/** The sums of a day's events, by organization. */
async function sumsOfDay(db: Database, day: string): Promise<Map<string, EventSums>> {
  const { rows } = await sql<{
    organization: string
    events: number
    seq: string
    ms: string
    times: string
  }>`
    SELECT e.organization, count(*) AS events, sum(e.seq)::text AS seq, coalesce(sum(e.ms), 0)::text AS ms,
      sum((extract(epoch FROM e.happened_at) * 1000)::bigint)::text AS times
    FROM ${sql.table(tableOf(day))} e
    JOIN visit v ON v.content = e.content AND v.visit = e.visit AND v.organization = e.organization
    WHERE e.dropped IS NULL GROUP BY e.organization`.execute(db)
  return new Map(
    rows.map(({ organization, events, seq, ms, times }) => [
      organization,
      { events, seq: BigInt(seq), ms: BigInt(ms), times: BigInt(times) },
    ]),
  )
}

/** How long locks are waited for: not until somebody ends who reads the day for long, as a dump does. */
const lockTimeout = '2s'

/**
 * Takes a day's events out of the database, if `isInFiles` says of their sums that files have them. Whoever writes to
 * that day waits until this has ended, and whoever reads any day only while it is emptied. Resolves to whether they were taken out.
 */
export async function takeOut(
  db: Database,
  { day, folder, assertMine }: { day: string; folder: string; assertMine: AssertMine },
  isInFiles: (sums: Map<string, EventSums>) => boolean,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const table = sql.table(tableOf(day))
    await sql`SELECT set_config('lock_timeout', ${lockTimeout}, true)`.execute(trx)
    await sql`LOCK TABLE ${table} IN SHARE MODE`.execute(trx)
    const sums = await sumsOfDay(trx, day)
    if (!isInFiles(sums)) return false
    await assertMine(trx)
    for (const organization of sums.keys())
      await trx
        .insertInto('archived_file')
        .values({ organization, day, folder, settled: false })
        .onConflict((it) => it.columns(['organization', 'day', 'folder']).doUpdateSet({ settled: false }))
        .execute()
    await noteGone(trx, day)
    await sql`TRUNCATE ${table}`.execute(trx)
    return true
  })
}

/** The files of the archive: those in one folder, or of one organization. */
export async function archivedFiles(
  db: Database,
  where: { folder?: string; organization?: string },
): Promise<ArchivedFileTable[]> {
  let query = db.selectFrom('archived_file').selectAll()
  if (where.folder !== undefined) query = query.where('folder', '=', where.folder)
  if (where.organization !== undefined) query = query.where('organization', '=', where.organization)
  return query.orderBy('organization').orderBy('day').execute()
}

/** Notes whether a file has its own name, or its draft's. */
export async function markSettled(
  db: Database,
  { organization, day, folder }: ArchivedFileTable,
  settled: boolean,
): Promise<void> {
  await db
    .updateTable('archived_file')
    .set({ settled })
    .where('organization', '=', organization)
    .where('day', '=', day)
    .where('folder', '=', folder)
    .execute()
}

/** The deleted records that the archive still has, by organization. */
export async function erasedRecords(db: Database): Promise<Map<string, Set<string>>> {
  const rows = await db.selectFrom('archive_erasing').selectAll().execute()
  const byOrganization = Map.groupBy(rows, ({ organization }) => organization)
  return new Map([...byOrganization].map(([name, all]) => [name, new Set(all.map((row) => row.content))]))
}

/** Forgets records that the archive has no longer. */
export async function forgetErased(
  db: Database,
  organization: string,
  records: ReadonlySet<string>,
): Promise<void> {
  await db
    .deleteFrom('archive_erasing')
    .where('organization', '=', organization)
    .where(sql<boolean>`content = ANY (${[...records]})`)
    .execute()
}
