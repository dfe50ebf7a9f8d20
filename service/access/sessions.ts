import { sql } from 'kysely'
import type { Defaulted, Timestamp } from '../base/database/columns.ts'
import type { Database } from '../base/database/database.ts'
import type { Role } from '../base/words/role.ts'
import { endEditingBy } from './editing-sessions.ts'
import { hashToken, newSecret, type Owner, type Secret } from './tokens.ts'

/** Somebody who is signed in, or a link that signs in once. */
export interface SessionTable {
  /** SHA-256 of what the cookie or the link has, in hex. */
  hash: string
  organization: string
  user_name: string
  /** Where it belongs to a token, that token's role counts. */
  role: Role
  /** Id of the token that it belongs to. */
  token: string | null
  created_at: Defaulted<Date>
  expires_at: Timestamp
}

declare module '../base/database/schema.ts' {
  interface Schema {
    session: SessionTable
    sign_in_link: SessionTable
  }
}

/** Who signs in. */
export interface Member {
  organization: string
  user: string
  role: Role
  /** The token that the session belongs to: when it is revoked, the session ends. */
  tokenId?: string | undefined
}

/** A session, as its cookie names it. */
export type Session = Owner & { expiresAt: Date }

export const sessionSeconds = 12 * 60 * 60

/** Begins a session of 12 hours. */
export async function createSession(db: Database, member: Member): Promise<Secret> {
  await deleteExpired(db)
  return insert(db, 'session', member, sessionSeconds)
}

/** Creates a link that signs in once. */
export function createSignInLink(db: Database, member: Member, seconds: number): Promise<Secret> {
  return insert(db, 'sign_in_link', member, seconds)
}

/** Whom a link would sign in; undefined where it was used, has expired, or its token was revoked. */
export async function findSignInLink(db: Database, secret: string): Promise<Owner | undefined> {
  return find(db, 'sign_in_link', secret)
}

/** Begins a session by a link, once; undefined like `findSignInLink`. Of many attempts at once, one succeeds. */
export async function takeSignInLink(db: Database, secret: string): Promise<Secret | undefined> {
  return db.transaction().execute(async (trx) => {
    const owner = await find(trx, 'sign_in_link', secret)
    const { rows } = await sql<{ token: string | null }>`
      DELETE FROM sign_in_link WHERE hash = ${hashToken(secret)} RETURNING token`.execute(trx)
    const [link] = rows
    return owner && link ? createSession(trx, { ...owner, tokenId: link.token ?? undefined }) : undefined
  })
}

/** The session of a cookie; undefined where it has ended. */
export function findSession(db: Database, secret: string): Promise<Session | undefined> {
  return find(db, 'session', secret)
}

/** Ends a session. */
export async function endSession(db: Database, secret: string): Promise<void> {
  await db.deleteFrom('session').where('hash', '=', hashToken(secret)).execute()
}

/** Ends all sessions of a user, those of the editor too, and their unused links. */
export async function endSessionsOf(db: Database, { organization, user }: Owner): Promise<void> {
  await endEditingBy(db, { organization, user })
  for (const table of ['session', 'sign_in_link'] as const)
    await db
      .deleteFrom(table)
      .where((is) => is.and({ organization, user_name: user }))
      .execute()
}

type Table = 'session' | 'sign_in_link'

async function insert(
  db: Database,
  table: Table,
  { organization, user, role, tokenId }: Member,
  seconds: number,
): Promise<Secret> {
  const secret = newSecret()
  const { expires_at } = await db
    .insertInto(table)
    .values({
      hash: hashToken(secret),
      organization,
      user_name: user,
      role,
      token: tokenId ?? null,
      expires_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { secret, expiresAt: expires_at }
}

async function find(db: Database, table: Table, secret: string): Promise<Session | undefined> {
  const { rows } = await sql<Session>`
    SELECT coalesce(t.id, s.hash) AS "tokenId", s.hash AS session, s.organization, s.user_name AS "user", coalesce(t.role, s.role) AS role,
      s.expires_at AS "expiresAt"
    FROM ${sql.table(table)} s LEFT JOIN token t ON t.id = s.token
    WHERE s.hash = ${hashToken(secret)} AND s.expires_at > now() AND (s.token IS NULL OR (t.id IS NOT NULL
      AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now())))`.execute(db)
  return rows[0]
}

async function deleteExpired(db: Database): Promise<void> {
  for (const table of ['session', 'sign_in_link'] as const)
    await sql`DELETE FROM ${sql.table(table)} WHERE expires_at <= now()`.execute(db)
}
