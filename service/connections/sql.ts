import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import type { Job } from '../base/jobs/job.ts'
import type { CampaignKey } from '../campaigns/sql.ts'
import { contactPattern } from './hubspot/record.ts'

/** A connection of an organization, as it is stored. */
export interface ConnectionRow {
  /** ID of the account, what it is called, and where people see it. */
  account: string
  name: string
  host: string
  /** Encrypted. */
  token: string
  missingScopes: string[]
  connectedAt: Date
}

/** Finds the connection of an organization. */
export async function findConnection(db: Database, organization: string): Promise<ConnectionRow | undefined> {
  const { rows } = await sql<ConnectionRow>`
    SELECT account, name, host, token, missing_scopes AS "missingScopes", connected_at AS "connectedAt"
    FROM connection WHERE organization = ${organization} AND kind = 'hubspot'`.execute(db)
  return rows[0]
}

/** Stores a connection, in place of the one that was. Returns the subjects of the jobs that read lists of this account: all are due. */
export async function storeConnection(
  trx: Database,
  organization: string,
  { account, name, host, token, missingScopes }: Omit<ConnectionRow, 'connectedAt'>,
): Promise<string[]> {
  await deleteConnection(trx, organization)
  await sql`
    INSERT INTO connection (organization, kind, account, name, host, token, missing_scopes, connected_at)
    VALUES (${organization}, 'hubspot', ${account}, ${name}, ${host}, ${token}, ${missingScopes}, now())`.execute(
    trx,
  )
  const { rows } = await sql<{ subject: string }>`
    UPDATE connected_list SET problem = NULL
    WHERE organization = ${organization} AND account = ${account}
    RETURNING campaign || ' ' || list AS subject`.execute(trx)
  return rows.map(({ subject }) => subject)
}

/** Deletes the connection. What was written, and the lists of campaigns, are kept for a new one to the same account. */
export async function deleteConnection(db: Database, organization: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM connection WHERE organization = ${organization} AND kind = 'hubspot'`.execute(db)
  return numAffectedRows === 1n
}

/** Stores why a connection does not work; null once it does. */
export async function noteProblem(db: Database, organization: string, problem: string | null): Promise<void> {
  await sql`
    UPDATE connection SET problem = ${problem}
    WHERE organization = ${organization} AND problem IS DISTINCT FROM ${problem}::text`.execute(db)
}

/** A list that a campaign is filled from. */
export interface ConnectedList extends CampaignKey {
  account: string
  list: string
}

/** Finds the list of a job, by its campaign and id. `digest`: of the text that was read last. */
export async function findList(db: Database, { organization, subject }: Job) {
  type Found = ConnectedList & { name: string; digest: string; isWanted: boolean }
  const { rows } = await sql<Found>`
    SELECT l.organization, l.campaign, l.account, l.list, l.name, l.digest,
      m.status IN ('draft', 'open') AND c.account IS NOT NULL AS "isWanted"
    FROM connected_list l JOIN campaign m ON m.organization = l.organization AND m.id = l.campaign
    LEFT JOIN connection c ON c.organization = l.organization AND c.account = l.account
    WHERE l.organization = ${organization} AND l.campaign || ' ' || l.list = ${subject}
    ORDER BY "isWanted" DESC LIMIT 1`.execute(db)
  return rows[0]
}

/** Stores that a list was read just now, or why not. */
export async function noteRead(
  db: Database,
  { organization, campaign, account, list }: ConnectedList,
  { name, digest, problem = null }: { name: string; digest: string; problem?: string | null },
): Promise<void> {
  await sql`
    INSERT INTO connected_list (organization, campaign, account, list, name, digest, problem)
    SELECT organization, id, ${account}, ${list}, ${name}, ${digest}, ${problem} FROM campaign
    WHERE organization = ${organization} AND id = ${campaign}
    ON CONFLICT (organization, campaign, account, list)
      DO UPDATE SET name = excluded.name, digest = excluded.digest, problem = excluded.problem`.execute(db)
}

/** An account, and how its contacts are found in the cells of a list: see `Crm.contactPattern`. */
export interface ContactsOf {
  organization: string
  account: string
  pattern: string
}

/** What is known of a contact, and is not written yet. */
export interface ChangedContact {
  contact: string
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
  /** The template that was visited last, and the ids of its items that were read on that day, the longest first. */
  lastTemplate: string
  lastRead: string[]
}

/**
 * The next contacts to be written, and each hour those that HubSpot refused. Drafts are told to nobody.
 */
export async function findChanged(db: Database, of: ContactsOf, most: number): Promise<ChangedContact[]> {
  const { organization, account, pattern } = of
  const { rows } = await sql<ChangedContact>`
    WITH listed AS MATERIALIZED (
      SELECT substring(p.cells FROM ${pattern}) AS contact, p.content, p.prospect, p.pattern, m.created_at,
        m.name, m.template, m.utm, t.visits, t.ms, t.last_visit, t.reached_at
      FROM campaign m
      JOIN place p ON p.organization = m.organization AND p.campaign = m.id AND p.made IS NOT NULL
      LEFT JOIN tally t ON t.organization = p.organization AND t.content = p.content
      WHERE m.organization = ${organization} AND m.status NOT IN ('draft', 'deleted') AND EXISTS (
        SELECT FROM connected_list l
        WHERE l.organization = m.organization AND l.campaign = m.id AND l.account = ${account})
    ), newest AS (
      SELECT DISTINCT ON (contact) * FROM listed WHERE contact IS NOT NULL ORDER BY contact, created_at DESC, content
    ), sums AS (
      SELECT contact, coalesce(sum(visits), 0)::integer AS visits, coalesce(sum(ms), 0)::float8 AS ms,
        max(last_visit) AS "lastVisit", min(reached_at) AS "reachedAt",
        (array_agg(content ORDER BY last_visit DESC NULLS LAST))[1] AS last_content,
        (array_agg(template ORDER BY last_visit DESC NULLS LAST))[1] AS "lastTemplate"
      FROM listed GROUP BY contact
    ), wanted AS (
      SELECT s.*, n.prospect, n.name AS campaign, n.template, n.pattern, n.utm,
        md5(concat_ws(' ', n.content, n.utm, n.template, v.version, s.visits, floor(s.ms / 1000), s."lastVisit",
          s."reachedAt", n.name)) AS basis
      FROM newest n JOIN sums s USING (contact)
      LEFT JOIN stored_template v ON v.organization = ${organization} AND v.name = n.template
    )
    SELECT w.*, ARRAY(
        SELECT substr(key, 10) FROM tally_day d, json_each(d.items)
        WHERE d.organization = ${organization} AND d.content = w.last_content AND d.last_visit = w."lastVisit"
          AND key LIKE 'duration %' AND (value ->> 'ms')::bigint >= 1000
        ORDER BY (value ->> 'ms')::bigint DESC, key) AS "lastRead"
    FROM wanted w
    LEFT JOIN contact c ON c.organization = ${organization} AND c.account = ${account} AND c.id = w.contact
    WHERE c.id IS NULL OR c.basis <> w.basis
      OR (c.problem IS NOT NULL AND c.settled_at <= now() - interval '1 hour')
    ORDER BY w.contact LIMIT ${most}`.execute(db)
  return rows
}

/** A contact that has what `basis` was computed from; with `problem`, why it has not. */
export interface SettledContact extends Pick<ChangedContact, 'prospect' | 'basis'> {
  id: string
  problem: string | undefined
}

/** Stores what contacts have now. */
export async function settleContacts(
  trx: Database,
  { organization, account }: ContactsOf,
  settled: readonly SettledContact[],
): Promise<void> {
  await sql`
    INSERT INTO contact (organization, account, id, prospect, basis, problem, settled_at)
    SELECT ${organization}, ${account}, s.id, s.prospect, basis, problem, now()
    FROM json_to_recordset(${JSON.stringify(settled)}::json) AS s(id text, prospect text, basis text, problem text)
    JOIN prospect p ON p.organization = ${organization} AND p.id = s.prospect
    ON CONFLICT (organization, account, id) DO UPDATE SET prospect = excluded.prospect, basis = excluded.basis,
      problem = excluded.problem, settled_at = excluded.settled_at`.execute(trx)
}

/**
 * Remembers contacts of people who are erased, by nothing but their ids, so that they are neither read from lists nor written
 * again. Returns how many there are. `texts` is a query of texts with addresses of contacts.
 */
export async function rememberErased(
  trx: Database,
  organization: string,
  texts: RawBuilder<unknown>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO erased_contact (organization, account, id)
    SELECT DISTINCT ${organization}, found[1], found[2]
    FROM (${texts}) AS t(text) CROSS JOIN regexp_matches(text, ${contactPattern('([0-9]+)')}, 'g') AS found
    ON CONFLICT (organization, account, id) DO UPDATE SET id = excluded.id`.execute(trx)
  return Number(numAffectedRows)
}

/** The contacts whose people were erased. */
export async function listErased(
  db: Database,
  { organization, account }: Omit<ContactsOf, 'pattern'>,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM erased_contact WHERE organization = ${organization} AND account = ${account}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
