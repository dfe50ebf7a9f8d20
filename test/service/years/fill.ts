import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../service/base/database/database.ts'
import { dayOf, openEventDay } from '../../../service/events/event-days-sql.ts'
import { analyticsItems, contentItems } from '../events/records.ts'

/** How much there is to be. */
interface Sizes {
  records: number
  events: number
  /** Days over which the events are spread, the last one today. */
  days: number
  /** Default 20: `launch-0` to `launch-19`. */
  templates?: number
}

const eventsInVisit = 5
const usualTemplates = 20
/** Of ten records so many have visits. */
const visitedOfTen = 7
const rowsAtOnce = 100_000
const dayMs = 24 * 60 * 60 * 1000

/** Fills the database of an organization `acme` as years of use would, by a few statements of SQL. */
export async function fill(db: Database, sizes: Sizes, log: (line: string) => void) {
  const { records, events, days, templates = usualTemplates } = sizes
  for (let from = 0; from < records; from += rowsAtOnce) {
    await fillRecords(db, { from, count: Math.min(rowsAtOnce, records - from), all: records, templates })
    log(`${Math.min(from + rowsAtOnce, records)} of ${records} records`)
  }
  const visited = Math.max(1, Math.floor((records * visitedOfTen) / 10))
  const visits = Math.round(events / eventsInVisit)
  for (let day = 0; day < days; day++) {
    const visitsOfDay = Math.round((visits * (day + 1)) / days) - Math.round((visits * day) / days)
    await fillDay(db, dayOf(Date.now() - (days - 1 - day) * dayMs), day, visitsOfDay, visited)
    log(`${day + 1} of ${days} days of events`)
  }
  await fillTallies(db, visited, Math.max(1, Math.round(visits / visited)))
  await sql`VACUUM (ANALYZE)`.execute(db)
}

/** Ids of 24 hex digits that scatter as real ones do not: nothing lies beside what it belongs to. */
const idOf = (n: RawBuilder<unknown>) => sql`left(md5('record ' || ${n}), 24)`
const personOf = (n: RawBuilder<unknown>) => sql`left(md5('person ' || ${n}), 24)`

interface Part {
  from: number
  count: number
  all: number
  templates: number
}

async function fillRecords(db: Database, { from, count, all, templates }: Part): Promise<void> {
  const series = sql`generate_series(${from}::int, ${from + count - 1}::int) AS n`
  const made = sql`now() - (${all}::int - n) * interval '700 days' / ${all}::int`
  await sql`
    INSERT INTO prospect (organization, id, status, email, email_key, name, company, role, domain, test, created_at, updated_at)
    SELECT 'acme', ${personOf(sql`n`)}, 'enriched', 'person' || n || '@company' || n % 50000 || '.example',
      'person' || n || '@company' || n % 50000 || '.example',
      (ARRAY['Ada','Grace','Edsger','Barbara','Alan','Donald','Radia','Tim'])[1 + n % 8] || ' Surname' || n / 8,
      'Company ' || n % 50000, 'Engineer', 'company' || n % 50000 || '.example', false, ${made}, ${made}
    FROM ${series}`.execute(db)
  await sql`
    INSERT INTO content (organization, id, pattern, user_name, prospect, template, status, language, content, analytics, test,
      created_at, updated_at)
    SELECT 'acme', ${idOf(sql`n`)}, left(md5('pattern ' || n), 22), 'ada', ${personOf(sql`n`)},
      'launch-' || n % ${templates}::int, 'completed', 'en', ${JSON.stringify(contentItems)},
      ${JSON.stringify(analyticsItems)}, false, ${made}, ${made}
    FROM ${series}`.execute(db)
}

async function fillDay(db: Database, day: string, number: number, visits: number, visited: number) {
  await openEventDay(db, day)
  const from = number * 100_000_000
  const began = Date.parse(day)
  const series = sql`(SELECT n::bigint, ${idOf(sql`(n::bigint * 7919 % ${visited}::int)::int`)} AS content,
    left(md5('visit ' || n), 22) AS visit FROM generate_series(${from}::bigint, ${from + visits - 1}::bigint) AS n) AS v`
  const at = sql`(${began}::bigint + n % 86400000)`
  await sql`
    INSERT INTO visit (organization, content, visit, day, began_at, seen_at, seen_minute, away, sent, counted, given_out,
      received, lost, durations, ms, items, reported, report)
    SELECT 'acme', content, visit, ${day}::date, to_timestamp(${at} / 1000.0), to_timestamp(${at} / 1000.0), ${at} / 60000,
      true, 5230, true, 5, 5, 0, 1, 1000 + n % 60000, '{0,1,2}', 5230, 'aaa'
    FROM ${series}`.execute(db)
  await sql`
    INSERT INTO event (day, organization, content, visit, seq, item, type, happened_at, button, ms)
    SELECT ${day}::date, 'acme', content, visit, e.seq, e.item, e.type, to_timestamp((${at} + e.after) / 1000.0), e.button,
      CASE e.type WHEN 'duration' THEN 1000 + n % 60000 END
    FROM ${series}, (VALUES (1, 'hero', 'view', NULL, 0), (2, 'cta', 'click', 'primary', 900), (3, 'cta', 'click', 'key', 1900),
      (4, 'cta', 'click', 'primary', 2900), (5, 'pricing', 'duration', NULL, 5000)) AS e(seq, item, type, button, after)`.execute(
    db,
  )
}

async function fillTallies(db: Database, visited: number, visits: number): Promise<void> {
  const figure = sql`(1 + n % ${2 * visits}::int)`
  await sql`
    INSERT INTO tally (organization, content, visits, views, clicks, ms, lost, health, dropped, reached, hour_began,
      hour_visits, item_visits, item_events, item_ms, histograms)
    SELECT 'acme', ${idOf(sql`n`)}, ${figure}, ${figure}, 3 * ${figure}, (n::bigint * 7919 % 3600000), 0, 'good', '{}', false,
      0, 0, '{1,1,1}', '{1,3,1}', '{0,0,900}', '{"2":{"157":1}}'
    FROM generate_series(0, ${visited - 1}::int) AS n`.execute(db)
  await sql`
    INSERT INTO tally_day (organization, content, day, visits, views, clicks, ms)
    SELECT organization, content, current_date - 1, visits, views, clicks, ms FROM tally`.execute(db)
}
