import { CompiledQuery, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { type Happening, morningEvent } from './happenings.ts'

/** Runs a statement in a transaction, of Kysely or of `pg`. */
export type RunQuery = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>

/** Runs statements in a transaction of Kysely. */
export function runIn(trx: Database): RunQuery {
  return async (text, values) => trx.executeQuery(CompiledQuery.raw(text, values))
}

/** Enqueues the callback of a record, in the transaction that completes it. */
export async function addCallback(
  trx: Database,
  organization: string,
  content: string,
  { url, body }: { url: string; body: string },
): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO message (organization, id, url, type, content, happened_at, body, state, next_attempt_at)
      VALUES (${organization}, ${content}, ${url}, 'content.completed', ${content}, now(), ${body}, 'pending', now())
    )
    INSERT INTO job (organization, kind, subject, host, run_at)
    VALUES (${organization}, 'deliver', ${content}, ${new URL(url).host}, now())`.execute(trx)
}

/** A derived id of a message. */
const idSql = (...of: string[]) =>
  `left(encode(sha256(convert_to(concat_ws(' ', ${of.join(', ')}), 'UTF8')), 'hex'), 24)`

/**
 * Parts of a WITH clause that insert a message for each webhook that wants a happening, and enqueue its delivery.
 * `parameter` has the happenings as JSON. Ids are derived from what happened: inserting it again changes nothing.
 */
export function insertMessagesSql(parameter: string): string {
  return `
    happened AS (
      SELECT * FROM json_to_recordset(${parameter}::json) AS h(organization text, type text, key text, content text,
        visit text, campaign text, at float8, detail text, "fromMs" float8, "toMs" float8, morning float8)
    ), told AS (
      INSERT INTO message (organization, id, webhook, type, content, visit, campaign, happened_at, state)
      SELECT w.organization, ${idSql('w.id', 'h.type', 'h.key')}, w.id, h.type, h.content, h.visit, h.campaign,
        to_timestamp(h.at / 1000), 'pending'
      FROM happened h JOIN webhook w ON w.organization = h.organization
      WHERE w.state = 'on' AND h.type = ANY (string_to_array(w.events, ' ')) FOR KEY SHARE OF w
      ON CONFLICT (organization, id) DO NOTHING RETURNING organization, id, webhook
    ), enqueued AS (
      INSERT INTO job (organization, kind, subject, host, run_at)
      SELECT told.organization, 'deliver', told.id, w.host, now()
      FROM told JOIN webhook w ON w.organization = told.organization AND w.id = told.webhook
      ON CONFLICT (organization, kind, subject) DO NOTHING
    ), ${alertMessagesSql}`
}

/** The same for alerts, and for each address. For the morning it is noted, and one message will tell what was noted. */
const alertMessagesSql = `
    alerted AS (
      SELECT a.organization, ${idSql('a.id', 'address', 'h.type', 'h.key')} AS id, a.id AS alert, a.host, a.at AS pace,
        address, h.type, h.content, h.visit, h.campaign, h.detail, h.at, h.morning
      FROM happened h JOIN alert a ON a.organization = h.organization
      CROSS JOIN LATERAL unnest(CASE WHEN a.kind = 'mail' THEN a.addresses ELSE ARRAY[''] END) AS address
      WHERE a.state = 'on' AND h.type = ANY (string_to_array(a.signs, ' '))
        AND (h.type <> 'item.read' OR (a.seconds * 1000 > h."fromMs" AND a.seconds * 1000 <= h."toMs"))
      FOR KEY SHARE OF a
    ), warned AS (
      INSERT INTO message (organization, id, alert, address, detail, type, content, visit, campaign, happened_at, state,
        next_attempt_at)
      SELECT organization, id, alert, address, detail, type, content, visit, campaign, to_timestamp(at / 1000),
        CASE pace WHEN 'morning' THEN 'noted' ELSE 'pending' END,
        CASE pace WHEN 'morning' THEN to_timestamp(morning / 1000) END
      FROM alerted
      ON CONFLICT (organization, id) DO NOTHING RETURNING organization, id, alert, state
    ), digest AS (
      INSERT INTO message (organization, id, alert, address, type, happened_at, state)
      SELECT DISTINCT organization, ${idSql('alert', 'address', `'${morningEvent}'`, 'morning')}, alert, address,
        '${morningEvent}', to_timestamp(morning / 1000), 'pending'
      FROM alerted JOIN warned USING (organization, id, alert) WHERE state = 'noted'
      ON CONFLICT (organization, id) DO NOTHING RETURNING organization, id, alert, happened_at
    ), due AS (
      INSERT INTO job (organization, kind, subject, host, run_at)
      SELECT m.organization, 'deliver', m.id, a.host, m.run_at
      FROM (
        SELECT organization, id, alert, now() AS run_at FROM warned WHERE state = 'pending'
        UNION ALL SELECT organization, id, alert, happened_at + interval '1 minute' FROM digest) AS m
      JOIN alert a ON a.organization = m.organization AND a.id = m.alert
      ON CONFLICT (organization, kind, subject) DO NOTHING
    )`

/** Inserts messages of what happened, in the same transaction. */
export async function insertMessages(run: RunQuery, happenings: Happening[]): Promise<void> {
  await run(`WITH ${insertMessagesSql('$1')} SELECT count(*) FROM told`, [JSON.stringify(happenings)])
}

/** The events that webhooks and alerts want, by organization; those without any are left out. */
export async function findWantedEvents(run: RunQuery, organizations: string[]) {
  const { rows } = await run(
    `SELECT organization, string_agg(events, ' ') AS events FROM (
       SELECT organization, events FROM webhook WHERE organization = ANY ($1::text[]) AND state = 'on'
       UNION ALL SELECT organization, signs FROM alert WHERE organization = ANY ($1::text[]) AND state = 'on'
     ) AS wanted GROUP BY organization`,
    [organizations],
  )
  const found = rows as { organization: string; events: string }[]
  return new Map(found.map(({ organization, events }) => [organization, events.split(' ')]))
}
