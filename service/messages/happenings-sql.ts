import { CompiledQuery } from 'kysely'
import type { Database } from '../base/database/database.ts'
import type { Happening } from './webhook.ts'

/** Runs a statement in a transaction, of Kysely or of `pg`. */
export type RunQuery = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>

/** Runs statements in a transaction of Kysely. */
export function runIn(trx: Database): RunQuery {
  return async (text, values) => trx.executeQuery(CompiledQuery.raw(text, values))
}

/**
 * Parts of a WITH clause that insert a notice for each webhook that wants a happening, and enqueue its delivery.
 * `parameter` names the one that has the happenings as JSON. The id of a notice is derived from what happened, so that
 * inserting it again changes nothing.
 */
export function insertNoticesSql(parameter: string): string {
  return `
    happened AS (
      SELECT * FROM json_to_recordset(${parameter}::json) AS h(organization text, type text, key text, content text,
        visit text, campaign text, at float8)
    ), noted AS (
      INSERT INTO notice (organization, id, webhook, type, content, visit, campaign, happened_at, state)
      SELECT w.organization, left(encode(sha256(convert_to(concat_ws(' ', w.id, h.type, h.key), 'UTF8')), 'hex'), 24),
        w.id, h.type, h.content, h.visit, h.campaign, to_timestamp(h.at / 1000), 'pending'
      FROM happened h JOIN webhook w ON w.organization = h.organization
      WHERE w.state = 'on' AND h.type = ANY (string_to_array(w.events, ' '))
      ON CONFLICT (organization, id) DO NOTHING RETURNING organization, id, webhook
    ), enqueued AS (
      INSERT INTO job (organization, kind, subject, host, run_at)
      SELECT noted.organization, 'notify', noted.id, w.host, now()
      FROM noted JOIN webhook w ON w.organization = noted.organization AND w.id = noted.webhook
      ON CONFLICT (organization, kind, subject) DO NOTHING
    )`
}

/** Inserts notices of what happened, in the same transaction. */
export async function insertNotices(run: RunQuery, happenings: Happening[]): Promise<void> {
  await run(`WITH ${insertNoticesSql('$1')} SELECT count(*) FROM noted`, [JSON.stringify(happenings)])
}

/** The events that webhooks want, by organization; those without webhooks are left out. */
export async function findWantedEvents(
  run: RunQuery,
  organizations: string[],
): Promise<Map<string, string[]>> {
  const { rows } = await run(
    `SELECT organization, string_agg(events, ' ') AS events FROM webhook
     WHERE organization = ANY ($1::text[]) AND state = 'on' GROUP BY organization`,
    [organizations],
  )
  const found = rows as { organization: string; events: string }[]
  return new Map(found.map(({ organization, events }) => [organization, events.split(' ')]))
}
