import { type RawBuilder, sql } from 'kysely'
import type { Timestamp } from '../base/database/columns.ts'
import type { Database } from '../base/database/database.ts'
import { hashToken, newSecret, type Owner, type Secret } from './tokens.ts'

/** A ticket for the editor; once it is exchanged, the session. */
export interface EditingTable {
  /** SHA-256 of the ticket, or of the session, in hex. */
  hash: string
  organization: string
  template: string
  /** Origin of the template's page when the ticket was created: the only one that requests may come from. */
  origin: string
  user_name: string
  /** Id of the token that it was created with. */
  token: string | null
  /** Hash of the console's session that it was created in. */
  session: string | null
  /** When the ticket was exchanged; null before. */
  begun_at: Timestamp | null
  expires_at: Timestamp
  /** When it was ended before it expired. */
  ended_at: Timestamp | null
}

declare module '../base/database/schema.ts' {
  interface Schema {
    editing: EditingTable
  }
}

/** A session of the editor: who edits which template, on pages of which origin. */
export interface EditingSession {
  hash: string
  organization: string
  template: string
  origin: string
  user: string
  /** False once it has expired or was ended, or its token or session has. */
  isOpen: boolean
}

/** A ticket or a session of the editor, shown once. */
export interface EditingSecret extends Secret {
  template: string
}

/** A session of the editor in the list of them. */
export interface ListedEditing {
  user: string
  begunAt: Date
  expiresAt: Date
}

/** The template that is edited. */
interface EditedKey {
  organization: string
  template: string
}

const ticketSeconds = 10 * 60
const sessionSeconds = 2 * 60 * 60
/** How long a session that is over is kept, so that the editor can say that it is over. */
const rememberedSeconds = 60 * 60

/** Neither it nor its token or session is over. */
const isOpen = sql<boolean>`(
  e.ended_at IS NULL AND e.expires_at > now()
  AND (e.token IS NULL OR EXISTS (SELECT 1 FROM token t WHERE t.id = e.token AND t.revoked_at IS NULL
    AND (t.expires_at IS NULL OR t.expires_at > now())))
  AND (e.session IS NULL OR EXISTS (SELECT 1 FROM session s WHERE s.hash = e.session AND s.expires_at > now())))`

/** Creates a ticket, which is valid for ten minutes, once, from pages of the origin. */
export async function createTicket(
  db: Database,
  { tokenId, session, user, organization }: Owner,
  { template, origin }: Pick<EditingTable, 'template' | 'origin'>,
): Promise<EditingSecret> {
  const secret = newSecret()
  const { expires_at } = await db
    .insertInto('editing')
    .values({
      hash: hashToken(secret),
      organization,
      template,
      origin,
      user_name: user,
      token: tokenId === session ? null : tokenId,
      session: session ?? null,
      expires_at: sql<Date>`now() + make_interval(secs => ${ticketSeconds})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { secret, template, expiresAt: expires_at }
}

/**
 * Exchanges a ticket for a session of two hours, or less where its token or session expires earlier. Undefined where
 * the ticket was used, has expired, or is for another origin. It is one statement: of many attempts at once, one
 * succeeds.
 */
export async function takeTicket(
  db: Database,
  ticket: string,
  origin: string,
): Promise<EditingSecret | undefined> {
  const secret = newSecret()
  const { rows } = await sql<Omit<EditingSecret, 'secret'>>`
    UPDATE editing e SET hash = ${hashToken(secret)}, begun_at = now(), expires_at = least(
      now() + make_interval(secs => ${sessionSeconds}),
      (SELECT t.expires_at FROM token t WHERE t.id = e.token),
      (SELECT s.expires_at FROM session s WHERE s.hash = e.session))
    WHERE e.hash = ${hashToken(ticket)} AND e.begun_at IS NULL AND e.origin = ${origin} AND ${isOpen}
    RETURNING e.template, e.expires_at AS "expiresAt"`.execute(db)
  const [begun] = rows
  return begun && { secret, ...begun }
}

/** The session with this secret, also for a while after it is over. */
export async function findEditing(db: Database, secret: string): Promise<EditingSession | undefined> {
  const { rows } = await sql<EditingSession>`
    SELECT e.hash, e.organization, e.template, e.origin, e.user_name AS "user", ${isOpen} AS "isOpen"
    FROM editing e WHERE e.hash = ${hashToken(secret)} AND e.begun_at IS NOT NULL`.execute(db)
  return rows[0]
}

/** The open sessions of a template, the oldest first. */
export async function listEditing(
  db: Database,
  { organization, template }: EditedKey,
): Promise<ListedEditing[]> {
  const { rows } = await sql<ListedEditing>`
    SELECT e.user_name AS "user", e.begun_at AS "begunAt", e.expires_at AS "expiresAt"
    FROM editing e
    WHERE e.organization = ${organization} AND e.template = ${template} AND e.begun_at IS NOT NULL AND ${isOpen}
    ORDER BY e.begun_at, e.hash`.execute(db)
  return rows
}

/** Ends one session. */
export function endEditing(db: Database, { organization, hash }: EditingSession): Promise<void> {
  return end(db, sql`organization = ${organization} AND hash = ${hash}`)
}

/** Ends all sessions and unused tickets of a template. */
export function endEditingOf(db: Database, { organization, template }: EditedKey): Promise<void> {
  return end(db, sql`organization = ${organization} AND template = ${template}`)
}

/** Ends all sessions and unused tickets of a user. */
export function endEditingBy(
  db: Database,
  { organization, user }: Pick<Owner, 'organization' | 'user'>,
): Promise<void> {
  return end(db, sql`organization = ${organization} AND user_name = ${user}`)
}

/** Deletes tickets and sessions that were over a while ago; returns how many. */
export async function deleteOldEditing(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM editing
    WHERE least(expires_at, ended_at) < now() - make_interval(secs => ${rememberedSeconds})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

async function end(db: Database, which: RawBuilder<unknown>): Promise<void> {
  await sql`UPDATE editing SET ended_at = now() WHERE ${which} AND ended_at IS NULL`.execute(db)
}
