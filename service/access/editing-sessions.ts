import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { end, exchange, hashOf, issueOrRefuse, isValid, type Secret } from './sql.ts'
import type { Owner } from './tokens.ts'

/** A session of the editor: who edits which template, on pages of which origin. */
export interface EditingSession {
  hash: string
  organization: string
  template: string
  origin: string
  user: string
  /** False once it is over, or what it rests on. */
  isOpen: boolean
}

/** A ticket or a session of the editor, shown once. */
type EditingSecret = Secret & { template: string }

/** The template that is edited. */
type EditedKey = Pick<EditingSession, 'organization' | 'template'>

const ticketSeconds = 10 * 60
const sessionSeconds = 2 * 60 * 60

/**
 * Creates a ticket, which is valid for ten minutes, once, from pages of the origin. Throws 40101 if the owner's token or
 * session is over by now.
 */
export async function createTicket(
  db: Database,
  { hash: parent, organization, user, role, member }: Owner,
  { template, origin }: Pick<EditingSession, 'template' | 'origin'>,
): Promise<EditingSecret> {
  const holder = { organization, user, role, member, parent }
  const wanted = { ...holder, template, origin, kind: 'ticket', seconds: ticketSeconds } as const
  return { ...(await issueOrRefuse(db, wanted)), template }
}

/**
 * Exchanges a ticket for a session of two hours, or less if its token or session expires earlier. Undefined if the
 * ticket was used, is over, or is for another origin.
 */
export async function takeTicket(
  db: Database,
  ticket: string,
  origin: string,
): Promise<EditingSecret | undefined> {
  const begun = await exchange(db, { from: 'ticket', to: 'editing', seconds: sessionSeconds, origin }, ticket)
  return begun && { ...begun, template: begun.template ?? '' }
}

/** The session with this secret, also for a while after it is over. */
export async function findEditing(db: Database, secret: string): Promise<EditingSession | undefined> {
  const { rows } = await sql<EditingSession>`
    SELECT hash, organization, template, origin, user_name AS "user", ${isValid} AS "isOpen"
    FROM credential WHERE hash = ${hashOf(secret)} AND kind = 'editing'`.execute(db)
  return rows[0]
}

/** The open sessions of a template, the oldest first. */
export async function listEditing(db: Database, { organization, template }: EditedKey) {
  const { rows } = await sql<{ user: string; begunAt: Date; expiresAt: Date }>`
    SELECT user_name AS "user", created_at AS "begunAt", expires_at AS "expiresAt"
    FROM credential
    WHERE kind = 'editing' AND organization = ${organization} AND template = ${template} AND ${isValid}
    ORDER BY created_at, hash`.execute(db)
  return rows
}

/** Ends one session. */
export async function endEditing(db: Database, { organization, hash }: EditingSession): Promise<void> {
  await end(db, sql`kind = 'editing' AND organization = ${organization} AND hash = ${hash}`)
}

/** Ends all sessions and unused tickets of a template. */
export async function endEditingOf(db: Database, { organization, template }: EditedKey): Promise<void> {
  await end(
    db,
    sql`kind IN ('ticket', 'editing') AND organization = ${organization} AND template = ${template}`,
  )
}
