import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { end, exchange, find, type Holder, hashOf, issueOrRefuse, type Secret } from './sql.ts'
import type { Owner } from './tokens.ts'

/** Who signs in. */
export interface Member extends Holder {
  /** Hash of the token that the session rests on: if it is revoked, the session ends. */
  token?: string | undefined
}

/** A session, as its cookie names it. */
export type Session = Owner & { expiresAt: Date }

export const sessionSeconds = 12 * 60 * 60

/** Begins a session of 12 hours. Throws 40101 if its token is over. */
export function createSession(db: Database, { token, ...holder }: Member): Promise<Secret> {
  return issueOrRefuse(db, { ...holder, kind: 'session', parent: token, seconds: sessionSeconds })
}

/** Creates a link that signs in once. Throws 40101 if its token is over. */
export function createSignInLink(
  db: Database,
  { token, ...holder }: Member,
  seconds: number,
): Promise<Secret> {
  return issueOrRefuse(db, { ...holder, kind: 'link', parent: token, seconds })
}

/** Whom a link would sign in; undefined if it was used, has expired, or its token was revoked. */
export function findSignInLink(db: Database, secret: string): Promise<Owner | undefined> {
  return find(db, 'link', secret)
}

/** Begins a session by a link, once; undefined like `findSignInLink`. */
export function takeSignInLink(db: Database, secret: string): Promise<Secret | undefined> {
  return exchange(db, { from: 'link', to: 'session', seconds: sessionSeconds }, secret)
}

/** The session of a cookie; undefined if it has ended. */
export function findSession(db: Database, secret: string): Promise<Session | undefined> {
  return find(db, 'session', secret)
}

/** Ends a session, with those of the editor that rest on it. */
export async function endSession(db: Database, secret: string): Promise<void> {
  await end(db, sql`kind = 'session' AND hash = ${hashOf(secret)}`)
}

/** Ends all sessions of a user, those of the editor too, and their unused links and tickets. */
export async function endSessionsOf(
  db: Database,
  { organization, user }: Pick<Owner, 'organization' | 'user'>,
): Promise<void> {
  await end(db, sql`kind <> 'token' AND organization = ${organization} AND user_name = ${user}`)
}
