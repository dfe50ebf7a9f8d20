import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import type { Job } from '../base/jobs/job.ts'
import { DomainError } from '../base/words/errors.ts'
import type { CampaignKey } from '../campaigns/sql.ts'
import type { CrmAccount } from './crm.ts'
import { contactPattern } from './hubspot/hubspot.ts'

/** A connection of an organization, as it is stored. */
interface ConnectionRow extends CrmAccount {
  /** Encrypted. */
  token: string
  connectedAt: Date
}

const notConnected = 'HubSpot is not connected: an admin connects it under Settings, Connections.'

/** Finds the connection of an organization. Throws `not-found`. */
export async function findConnection(db: Database, organization: string): Promise<ConnectionRow> {
  const { rows } = await sql<ConnectionRow>`
    SELECT account, name, host, token, missing_scopes AS "missingScopes", connected_at AS "connectedAt"
    FROM connection WHERE organization = ${organization} AND kind = 'hubspot'`.execute(db)
  if (rows[0]) return rows[0]
  throw new DomainError('not-found', notConnected)
}

/** Stores a connection, in place of the one that was. */
export async function storeConnection(
  trx: Database,
  organization: string,
  { account, name, host, missingScopes, token }: Omit<ConnectionRow, 'connectedAt'>,
): Promise<void> {
  await deleteConnection(trx, organization)
  await sql`
    INSERT INTO connection (organization, kind, account, name, host, token, missing_scopes, connected_at) VALUES
      (${organization}, 'hubspot', ${account}, ${name}, ${host}, ${token}, ${missingScopes}, now())`.execute(
    trx,
  )
  await sql`
    UPDATE connected_list SET problem = NULL
    WHERE organization = ${organization} AND account = ${account}`.execute(trx)
}

/** Deletes the connection. What was written, and the lists of campaigns, are kept for a new one to the same account. */
export async function deleteConnection(db: Database, organization: string): Promise<void> {
  await sql`DELETE FROM connection WHERE organization = ${organization} AND kind = 'hubspot'`.execute(db)
}

/** Stores why a connection does not work; null once it does. */
export async function noteProblem(db: Database, organization: string, problem: string | null): Promise<void> {
  await sql`
    UPDATE connection SET problem = ${problem}
    WHERE organization = ${organization} AND problem IS DISTINCT FROM ${problem}::text`.execute(db)
}

/** A list that a campaign is filled from. */
interface FollowedList extends CampaignKey {
  account: string
  list: string
  name: string
  /** Of the text that was read last. */
  digest: string
}

/** Finds the list of a job, by its campaign and id. */
export async function findList(db: Database, { organization, subject }: Job) {
  const { rows } = await sql<FollowedList & { isWanted: boolean }>`
    SELECT l.organization, l.campaign, l.account, l.list, l.name, l.digest,
      m.status IN ('draft', 'open') AND c.account IS NOT NULL AS "isWanted"
    FROM connected_list l JOIN campaign m ON m.organization = l.organization AND m.id = l.campaign
    LEFT JOIN connection c ON c.organization = l.organization AND c.account = l.account
    WHERE l.organization = ${organization} AND l.campaign || ' ' || l.list = ${subject}
    ORDER BY "isWanted" DESC LIMIT 1`.execute(db)
  return rows[0]
}

/** Stores that a list was read just now, or why not. */
export async function noteRead(db: Database, read: FollowedList, problem: string | null = null) {
  const { organization, campaign, account, list, name, digest } = read
  await sql`
    INSERT INTO connected_list (organization, campaign, account, list, name, digest, problem)
    SELECT organization, id, ${account}, ${list}, ${name}, ${digest}, ${problem} FROM campaign
    WHERE organization = ${organization} AND id = ${campaign}
    ON CONFLICT (organization, campaign, account, list)
      DO UPDATE SET name = excluded.name, digest = excluded.digest, problem = excluded.problem`.execute(db)
}

type AccountKey = Pick<FollowedList, 'organization' | 'account'>

/** What is known of a contact, and is not written yet. */
export interface ChangedContact {
  id: string
  prospect: string
  /** A hash of what is known: as long as that is the same, nothing is written. */
  basis: string
  /** Of the newest campaign. */
  campaign: string
  template: string
  pattern: string
  utm: string
  /** Of all campaigns. */
  visits: number
  ms: number
  lastVisit: Date | null
  reachedAt: Date | null
  /** The template that was visited last, and the ids of its items that were read longest on that day. */
  lastTemplate: string
  lastRead: string[]
}

/** The next contacts to be written, and each hour those that HubSpot refused. Drafts are told to nobody. */
export async function findChanged(db: Database, { organization, account }: AccountKey, most: number) {
  const { rows } = await sql<ChangedContact>`
    WITH listed AS MATERIALIZED (
      SELECT substring(p.cells FROM ${contactPattern(account)}) AS id, p.content, p.prospect, p.pattern, m.created_at,
        m.name, m.template, m.utm, t.visits, t.ms, t.last_visit, t.reached_at
      FROM campaign m
      JOIN place p ON p.organization = m.organization AND p.campaign = m.id AND p.made IS NOT NULL
      LEFT JOIN tally t ON t.organization = p.organization AND t.content = p.content
      WHERE m.organization = ${organization} AND m.status NOT IN ('draft', 'deleted') AND EXISTS (
        SELECT FROM connected_list l
        WHERE l.organization = m.organization AND l.campaign = m.id AND l.account = ${account})
    ), newest AS (
      SELECT DISTINCT ON (id) * FROM listed WHERE id IS NOT NULL ORDER BY id, created_at DESC, content
    ), sums AS (
      SELECT id, coalesce(sum(visits), 0)::integer AS visits, coalesce(sum(ms), 0)::float8 AS ms,
        max(last_visit) AS "lastVisit", min(reached_at) AS "reachedAt",
        (array_agg(content ORDER BY last_visit DESC NULLS LAST))[1] AS last_content,
        (array_agg(template ORDER BY last_visit DESC NULLS LAST))[1] AS "lastTemplate"
      FROM listed GROUP BY id
    ), wanted AS (
      SELECT s.*, n.prospect, n.name AS campaign, n.template, n.pattern, n.utm,
        md5(concat_ws(' ', n.content, n.utm, n.template, v.version, s.visits, floor(s.ms / 1000), s."lastVisit",
          s."reachedAt", n.name)) AS basis
      FROM newest n JOIN sums s USING (id)
      LEFT JOIN stored_template v ON v.organization = ${organization} AND v.name = n.template
    )
    SELECT w.*, ARRAY(
        SELECT substr(key, 10) FROM tally_day d, json_each(d.items)
        WHERE d.organization = ${organization} AND d.content = w.last_content AND d.last_visit = w."lastVisit"
          AND key LIKE 'duration %' AND (value ->> 'ms')::bigint >= 1000
        ORDER BY (value ->> 'ms')::bigint DESC, key LIMIT 3) AS "lastRead"
    FROM wanted w
    LEFT JOIN contact c ON c.organization = ${organization} AND c.account = ${account} AND c.id = w.id
    WHERE c.id IS NULL OR c.basis <> w.basis
      OR (c.problem IS NOT NULL AND c.settled_at <= now() - interval '1 hour')
    ORDER BY w.id LIMIT ${most}`.execute(db)
  return rows
}

/** Stores that contacts have what is known of them; with `problem`, why they have not. */
export async function settleContacts(
  db: Database,
  { organization, account }: AccountKey,
  settled: (ChangedContact & { problem: string | undefined })[],
): Promise<void> {
  await sql`
    INSERT INTO contact (organization, account, id, prospect, basis, problem, settled_at)
    SELECT ${organization}, ${account}, s.id, s.prospect, basis, problem, now()
    FROM json_to_recordset(${JSON.stringify(settled)}::json) AS s(id text, prospect text, basis text, problem text)
    JOIN prospect p ON p.organization = ${organization} AND p.id = s.prospect
    ON CONFLICT (organization, account, id) DO UPDATE SET prospect = excluded.prospect, basis = excluded.basis,
      problem = excluded.problem, settled_at = excluded.settled_at`.execute(db)
}

/**
 * Remembers contacts of people who are erased, by nothing but their ids, so that they are neither read from lists nor written
 * again. Returns how many there are. `texts` is a query of texts with addresses of contacts.
 */
export async function rememberErased(trx: Database, organization: string, texts: RawBuilder<unknown>) {
  const { numAffectedRows } = await sql`
    INSERT INTO erased_contact (organization, account, id)
    SELECT DISTINCT ${organization}, found[1], found[2]
    FROM (${texts}) AS t(text) CROSS JOIN regexp_matches(text, ${contactPattern('([0-9]+)')}, 'g') AS found
    ON CONFLICT (organization, account, id) DO UPDATE SET id = excluded.id`.execute(trx)
  return Number(numAffectedRows)
}

/** The contacts whose people were erased. */
export async function listErased(db: Database, { organization, account }: AccountKey): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM erased_contact WHERE organization = ${organization} AND account = ${account}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
