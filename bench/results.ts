import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../service/base/database/database.ts'
import { openEventDay } from '../service/events/event-days-sql.ts'
import { insertRecord, startLocal, token } from '../test/service/events/records.ts'
import { createDatabase, startCluster } from '../test/support/postgres.ts'

/** How long results take with many events in the database: the median and the longest answer. */
export interface ResultsFigures {
  database: 'PGlite' | 'PostgreSQL'
  events: number
  recordMs: number
  longestRecordMs: number
  listMs: number
  longestListMs: number
  templateMs: number
}

const records = 1000
const eventsInVisit = 5
const days = 90
const firstDay = '2026-08-01'
const asked = 30

/**
 * Fills a database with `events` events of 1,000 records, five in a visit. Then requests results over HTTP: each of 30 records once,
 * the list of all 1,000 records thirty times. PostgreSQL is left out if there is none.
 */
export async function measureResults(events = 10_000_000): Promise<ResultsFigures[]> {
  const folder = await mkdtemp(join(tmpdir(), 'motif-bench-'))
  const cluster = await startCluster()
  try {
    const figures: ResultsFigures[] = []
    if (cluster)
      figures.push(await measure('PostgreSQL', { DATABASE_URL: await createDatabase(cluster.url) }, events))
    figures.push(await measure('PGlite', { DATA_DIR: join(folder, 'data') }, events))
    return figures
  } finally {
    await cluster?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(
  database: ResultsFigures['database'],
  environment: Record<string, string>,
  events: number,
): Promise<ResultsFigures> {
  await using local = await startLocal({ ...environment, EVENTS_RETENTION_DAYS: '36500', RATE_LIMIT: '0' })
  const ids = await fill(local.service.db, events)
  const time = (path: string) => timeOf(`${local.url}${path}`)
  const record = await timesOf(ids.slice(0, asked), (id) => time(`/results/content/${id}`))
  const list = await timesOf(ids.slice(0, asked), () => time('/results/content?limit=1000&sort=-views'))
  const template = await timesOf(['launch'], (name) => time(`/results/template/${name}`))
  return {
    database,
    events,
    recordMs: record.median,
    longestRecordMs: record.longest,
    listMs: list.median,
    longestListMs: list.longest,
    templateMs: template.median,
  }
}

/** Inserts visits, events, tallies and days by a few statements. The visits of all records are interleaved. */
async function fill(db: Database, events: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < records) ids.push((await insertRecord(db)).id)
  const visits = Math.round(events / eventsInVisit)
  for (let day = 0; day < days; day++) {
    if (day % 10 === 0) console.error(`bench: results, filling day ${day} of ${days}`)
    await fillDay(db, ids, Math.round(visits / days), day)
  }
  await fillTallies(db, ids, Math.round(visits / records))
  await sql`ANALYZE`.execute(db)
  return ids
}

async function fillDay(db: Database, ids: string[], visits: number, number: number): Promise<void> {
  const day = dayAt(number)
  await openEventDay(db, day)
  const began = Date.parse(day)
  await sql`
    WITH made AS (
      SELECT id AS content, substr(md5((n + ${number * visits}::int)::text), 1, 22) AS visit,
        ${began}::bigint + n * 1000 AS began, 1000 + (n * 7919::bigint) % 60000 AS ms
      FROM generate_series(1, ${visits}::int) AS n
      JOIN unnest(${ids}::text[]) WITH ORDINALITY AS c(id, number) ON number = 1 + n % ${records}::int
    ), v AS (
      INSERT INTO visit (organization, content, visit, day, began_at, seen_at, seen_minute, away, sent, counted,
        given_out, received, lost, durations, ms, items, reported, report)
      SELECT 'acme', content, visit, ${day}::date, to_timestamp(began / 1000.0), to_timestamp(began / 1000.0),
        began / 60000, true, 5230, true, 5, 5, 0, 1, ms, '{0,1,2}', 9000, 'aaa' FROM made
    )
    INSERT INTO event (day, organization, content, visit, seq, item, type, happened_at, button, ms)
    SELECT ${day}::date, 'acme', content, visit, e.seq, e.item, e.type, to_timestamp((began + e.after) / 1000.0), e.button,
      CASE e.type WHEN 'duration' THEN ms END
    FROM made, (VALUES (1, 'hero', 'view', NULL, 1), (2, 'cta', 'click', 'primary', 2), (3, 'cta', 'click', 'primary', 3),
      (4, 'cta', 'click', 'key', 4), (5, 'pricing', 'duration', NULL, 9000)) AS e(seq, item, type, button, after)`.execute(
    db,
  )
}

async function fillTallies(db: Database, ids: string[], visits: number): Promise<void> {
  const histograms = { 2: { 160: visits / 2, 240: visits / 2 } }
  await sql`
    INSERT INTO tally (organization, content, visits, views, clicks, ms, lost, health, dropped, reached, hour_began,
      hour_visits, item_visits, item_events, item_ms, histograms)
    SELECT 'acme', id, ${visits}::bigint, ${visits}::bigint, ${3 * visits}::bigint, ${visits * 30_000}::bigint, 0, 'good', '{}',
      false, 0, 0, ${[visits, visits, visits]}::integer[], ${[visits, 3 * visits, visits]}::integer[],
      ${[0, 0, visits * 30_000]}::bigint[], ${JSON.stringify(histograms)} FROM unnest(${ids}::text[]) AS id`.execute(
    db,
  )
  await sql`
    INSERT INTO tally_day (organization, content, day, visits, views, clicks, ms)
    SELECT 'acme', id, ${firstDay}::date + n, 20, 20, 60, 600000
    FROM unnest(${ids}::text[]) AS id CROSS JOIN generate_series(0, ${days - 1}::int) AS n`.execute(db)
}

function dayAt(number: number): string {
  return new Date(Date.parse(firstDay) + number * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
}

async function timeOf(url: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
  return performance.now() - began
}

async function timesOf<T>(list: T[], time: (each: T) => Promise<number>) {
  const times: number[] = []
  for (const each of list) times.push(await time(each))
  const sorted = times.sort((a, b) => a - b)
  return { median: Math.round(sorted[sorted.length >> 1] ?? 0), longest: Math.round(sorted.at(-1) ?? 0) }
}

if (import.meta.main) console.table(await measureResults(Number(process.argv[2] ?? 10_000_000)))
