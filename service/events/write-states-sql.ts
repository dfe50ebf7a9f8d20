import type { ClientBase } from 'pg'
import type { Happening } from '../messages/events.ts'
import { insertMessagesSql } from '../messages/sql.ts'
import { encodeEvents, encodeTally, encodeVisit } from './event-codec.ts'
import { healthOf } from './record-health.ts'
import type { KeptTally, KeptVisit, RecordKey, VisitKey } from './sql.ts'
import type { DayTally, StoredEvent, VisitSpan } from './tally.ts'

/** What the roll-up of a group of batches writes. */
export interface Writes {
  /** The day (UTC) of arrival, which chooses the partition of the events. */
  day: string
  visits: (VisitKey & KeptVisit & { events: StoredEvent[] })[]
  tallies: (RecordKey & KeptTally & { span: VisitSpan })[]
  /** Added to the stored days. */
  days: (RecordKey & { day: string } & DayTally)[]
  /** Events that webhooks want. */
  happenings: Happening[]
}

/**
 * Writes visits, tallies, days and events of locked records, in one statement. Its commit does not wait for the disk:
 * after a crash the arrivals are still there, because they are deleted later, and are rolled up again.
 */
export async function writeStates(client: ClientBase, writes: Writes): Promise<void> {
  const { day, visits, tallies, days, happenings } = writes
  const hasNotices = happenings.length > 0
  await client.query({
    name: hasNotices ? 'events-write-and-notify' : 'events-write',
    text: hasNotices ? writeAndNotifyText : writeText,
    values: [
      day,
      JSON.stringify(visits.map(toVisitRow)),
      JSON.stringify(tallies.map(toTallyRow)),
      JSON.stringify(days),
      ...(hasNotices ? [JSON.stringify(happenings)] : []),
    ],
  })
}

const writeText = writeTextWith('')
const writeAndNotifyText = writeTextWith(`, ${insertMessagesSql('$5')}`)

function writeTextWith(more: string): string {
  return `
  WITH arrived AS (
    SELECT * FROM json_to_recordset($2::json) AS v(organization text, content text, visit text, counted boolean,
      robot boolean, state text, seq integer, events text)
  ), visits AS (
    INSERT INTO visit (organization, content, visit, counted, robot, touched, state)
    SELECT organization, content, visit, counted, robot, $1::date, state FROM arrived
    ON CONFLICT (organization, content, visit) DO UPDATE SET touched = EXCLUDED.touched, state = EXCLUDED.state
  ), tallies AS (
    INSERT INTO tally (organization, content, visits, views, clicks, ms, lost, health, since, dropped, begun_since,
      begun_visits, first_visit, last_visit, reached, state)
    SELECT organization, content, visits, views, clicks, ms, lost, health, $1::date, dropped, begun_since,
      begun_visits, to_timestamp(first / 1000), to_timestamp(last / 1000), reached, state
    FROM json_to_recordset($3::json) AS t(organization text, content text, visits bigint, views bigint,
      clicks bigint, ms bigint, lost bigint, health text, dropped text, begun_since bigint, begun_visits integer,
      first float8, last float8, reached boolean, state text)
    ON CONFLICT (organization, content) DO UPDATE SET visits = EXCLUDED.visits, views = EXCLUDED.views,
      clicks = EXCLUDED.clicks, ms = EXCLUDED.ms, lost = EXCLUDED.lost, health = EXCLUDED.health,
      dropped = EXCLUDED.dropped, begun_since = EXCLUDED.begun_since, begun_visits = EXCLUDED.begun_visits,
      first_visit = least(tally.first_visit, EXCLUDED.first_visit),
      last_visit = greatest(tally.last_visit, EXCLUDED.last_visit), reached = tally.reached OR EXCLUDED.reached,
      state = EXCLUDED.state
  ), days AS (
    INSERT INTO tally_day (organization, content, day, visits, views, clicks, ms)
    SELECT organization, content, day, visits, views, clicks, ms
    FROM json_to_recordset($4::json)
      AS d(organization text, content text, day date, visits bigint, views bigint, clicks bigint, ms bigint)
    ON CONFLICT (organization, content, day) DO UPDATE SET visits = tally_day.visits + EXCLUDED.visits,
      views = tally_day.views + EXCLUDED.views, clicks = tally_day.clicks + EXCLUDED.clicks,
      ms = least(tally_day.ms + EXCLUDED.ms, ${Number.MAX_SAFE_INTEGER})
  )${more}
  INSERT INTO event (day, organization, content, visit, seq, counted, events)
  SELECT $1::date, organization, content, visit, seq, counted, events
  FROM arrived, (SELECT set_config('synchronous_commit', 'off', true)) AS lazily WHERE seq IS NOT NULL`
}

function toVisitRow({
  organization,
  content,
  visit,
  counted,
  robot,
  state,
  events,
}: Writes['visits'][number]) {
  const row = { organization, content, visit, counted, robot, state: encodeVisit(state) }
  const [first] = events
  return first ? { ...row, seq: first.seq, events: encodeEvents(events) } : row
}

function toTallyRow({ organization, content, state, begun, span }: Writes['tallies'][number]) {
  const { visits, views, clicks, ms, last, received, dropped } = state
  return {
    organization,
    content,
    visits,
    views,
    clicks,
    ms,
    lost: last - received,
    health: healthOf(state),
    dropped: JSON.stringify(dropped),
    begun_since: begun.since,
    begun_visits: begun.visits,
    ...span,
    state: encodeTally(state),
  }
}
