import type { ClientBase } from 'pg'
import type { Happening } from '../base/outbox/happenings.ts'
import { insertMessagesSql } from '../base/outbox/sql.ts'
import type { DayTally, EventRow, MeasuredVisit, RecordKey, Tally } from './tally.ts'

/** What a group of batches changes. */
export interface Writes {
  visits: MeasuredVisit[]
  tallies: Tally[]
  /** Added to the stored days. */
  days: (RecordKey & DayTally & { day: string })[]
  /** Numbers that are used for the first time. */
  events: EventRow[]
  /** Durations that have grown. */
  grown: EventRow[]
  /** Events that webhooks want. */
  happenings: Happening[]
}

/** Writes visits, tallies, days and events of locked records, in one statement. */
export async function writeRows(client: ClientBase, writes: Writes): Promise<void> {
  const { visits, tallies, days, events, grown, happenings } = writes
  const extra = [
    ...(grown.length > 0 ? [{ name: 'grown', with: growSql, rows: grown }] : []),
    ...(happenings.length > 0 ? [{ name: 'messages', with: insertMessagesSql, rows: happenings }] : []),
  ]
  await client.query({
    name: ['events-write', ...extra.map(({ name }) => name)].join('-'),
    text: `
      WITH ${[visitsSql, talliesSql, daysSql, ...extra.map((part, at) => part.with(`$${at + 5}`))].join(',')}
      INSERT INTO event (${eventColumns})
      ${eventsFrom('$4')}`,
    values: [
      JSON.stringify(visits.map(withArrays)),
      JSON.stringify(tallies.map(withArrays)),
      JSON.stringify(days),
      JSON.stringify(events),
      ...extra.map(({ rows }) => JSON.stringify(rows)),
    ],
  })
}

/** Lists of numbers as PostgreSQL writes them: reading them from JSON takes it several times as long. */
function withArrays(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      Array.isArray(value) && typeof (value[0] ?? 0) === 'number' ? `{${value.join()}}` : value,
    ]),
  )
}

const visitsSql = `visits AS (
  INSERT INTO visit (organization, content, visit, day, began_at, seen_at, seen_minute, away, sent, latest, counted,
    kind, why, given_out, received, lost, durations, ms, items, reported, report, input, visible)
  SELECT organization, content, visit, day, to_timestamp(began / 1000.0), to_timestamp(seen / 1000.0), seen / 60000, away,
    sent, latest, counted, kind, why, last, received, lost, durations, ms, items::smallint[], reported, report, input, visible
  FROM json_to_recordset($1::json) AS v(organization text, content text, visit text, day date, began float8,
    seen bigint, away boolean, sent bigint, latest smallint, counted boolean, kind text, why text, last integer, received integer,
    lost integer, durations integer, ms bigint, items text, reported bigint, report text,
    input boolean, visible bigint)
  ON CONFLICT (content, visit, organization) DO UPDATE SET seen_at = EXCLUDED.seen_at,
    seen_minute = EXCLUDED.seen_minute, away = EXCLUDED.away, sent = EXCLUDED.sent, latest = EXCLUDED.latest,
    counted = EXCLUDED.counted, kind = EXCLUDED.kind, why = EXCLUDED.why,
    given_out = EXCLUDED.given_out, received = EXCLUDED.received, lost = EXCLUDED.lost,
    durations = EXCLUDED.durations, ms = EXCLUDED.ms, items = EXCLUDED.items, reported = EXCLUDED.reported,
    report = EXCLUDED.report, input = EXCLUDED.input, visible = EXCLUDED.visible)`

const tallyUpdates = [
  ...[
    'visits',
    'views',
    'clicks',
    'ms',
    'lost',
    'others',
    'health',
    'dropped',
    'first_visit',
    'last_visit',
    'reached',
    'reached_at',
  ],
  ...[
    'hour_began',
    'hour_visits',
    'item_visits',
    'item_events',
    'item_ms',
    'histograms',
    'reports',
    'applied',
  ],
  ...['missing', 'refused', 'contested', 'lacking'],
]

const talliesSql = `tallies AS (
  INSERT INTO tally (organization, content, ${tallyUpdates.join(', ')})
  SELECT organization, content, visits, views, clicks, ms, lost, others, health, dropped, to_timestamp(first / 1000),
    to_timestamp(latest / 1000), reached, to_timestamp("reachedAt" / 1000), "hourBegan", "hourVisits", "itemVisits"::integer[], "itemEvents"::integer[],
    "itemMs"::bigint[], histograms, reports, applied::integer[], missing::integer[], refused::integer[],
    contested::integer[], lacking::integer[]
  FROM json_to_recordset($2::json) AS t(organization text, content text, visits bigint, views bigint, clicks bigint,
    ms bigint, lost bigint, others bigint, health text, dropped text, first float8, latest float8, reached boolean,
    "reachedAt" float8, "hourBegan" bigint, "hourVisits" integer, "itemVisits" text, "itemEvents" text, "itemMs" text, histograms text,
    reports bigint, applied text, missing text, refused text, contested text, lacking text)
  ON CONFLICT (content, organization) DO UPDATE SET
    ${tallyUpdates.map((column) => `${column} = EXCLUDED.${column}`).join(', ')})`

const daysSql = `days AS (
  INSERT INTO tally_day (organization, content, day, visits, views, clicks, ms)
  SELECT organization, content, day, visits, views, clicks, ms
  FROM json_to_recordset($3::json)
    AS d(organization text, content text, day date, visits bigint, views bigint, clicks bigint, ms bigint)
  ON CONFLICT (organization, content, day) DO UPDATE SET visits = tally_day.visits + EXCLUDED.visits,
    views = tally_day.views + EXCLUDED.views, clicks = tally_day.clicks + EXCLUDED.clicks,
    ms = least(tally_day.ms + EXCLUDED.ms, ${Number.MAX_SAFE_INTEGER}))`

const eventColumns =
  'day, organization, content, visit, seq, item, type, happened_at, at, button, ms, dropped'

function eventsFrom(parameter: string): string {
  return `
    SELECT day, organization, content, visit, seq, item, type, to_timestamp(date / 1000.0), at, button, ms, dropped
    FROM json_to_recordset(${parameter}::json) AS e(day date, organization text, content text, visit text,
      seq integer, item text, type text, date float8, at bigint, button text, ms bigint, dropped text)`
}

/** An insert finds the one partition that it is about; an update would look into all of them. */
function growSql(parameter: string): string {
  return `grown AS (
    INSERT INTO event (${eventColumns}) ${eventsFrom(parameter)}
    ON CONFLICT (content, visit, seq, day, organization) DO UPDATE SET ms = greatest(event.ms, EXCLUDED.ms))`
}
