import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { ConfiguredToken } from '../config.ts'
import { newId } from '../model/ids.ts'
import type { Role } from '../model/role.ts'
import type { Database } from './database.ts'

/** The owner of a valid token. */
export interface Owner {
  tokenId: string
  organization: string
  user: string
  role: Role
}

/** Whom a token is made for. */
export interface NewToken {
  organization: string
  user: string
  role: Role
  /** Left out: it does not expire. */
  expiresInDays?: number | undefined
}

/** Makes a token and keeps its SHA-256 only: the text given back is shown once. */
export async function createToken(db: Database, wanted: NewToken): Promise<string> {
  const token = `motif_${randomBytes(24).toString('base64url')}`
  await insertToken(db, wanted, token)
  return token
}

/** Makes sure that a token which the configuration names exists and is valid. It is an admin's. */
async function ensureToken(db: Database, { organization, user, token }: ConfiguredToken): Promise<void> {
  await insertToken(db, { organization, user, role: 'admin' }, token)
  await db
    .updateTable('token')
    .set({ organization, user_name: user, role: 'admin', expires_at: null, revoked_at: null })
    .where('hash', '=', hashToken(token))
    .execute()
}

/** Makes the tokens that `MOTIF_TOKENS` names; where there is none at all, makes one and gives it. */
export async function ensureTokens(
  db: Database,
  configured: readonly ConfiguredToken[],
): Promise<string | undefined> {
  for (const token of configured) await ensureToken(db, token)
  if (await hasTokens(db)) return undefined
  return createToken(db, { organization: 'default', user: 'default', role: 'admin' })
}

/** The owner of a token; undefined where it is unknown, expired or revoked. */
export async function findOwner(db: Database, token: string): Promise<Owner | undefined> {
  return db
    .selectFrom('token')
    .select(['id as tokenId', 'organization', 'user_name as user', 'role'])
    .where('hash', '=', hashToken(token))
    .where('revoked_at', 'is', null)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', sql<Date>`now()`)]))
    .executeTakeFirst()
}

/** Whether any token was ever made: the first start makes one. */
async function hasTokens(db: Database): Promise<boolean> {
  return (await db.selectFrom('token').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** A token as the command line lists it. */
export interface TokenListing {
  id: string
  organization: string
  user: string
  role: Role
  state: 'valid' | 'expired' | 'revoked'
  createdAt: Date
  expiresAt: Date | null
}

/** All tokens, oldest first. */
export async function listTokens(db: Database): Promise<TokenListing[]> {
  const { rows } = await sql<TokenListing>`
    SELECT id, organization, user_name AS "user", role, created_at AS "createdAt", expires_at AS "expiresAt",
      CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN expires_at <= now() THEN 'expired' ELSE 'valid' END AS state
    FROM token ORDER BY created_at, id`.execute(db)
  return rows
}

/** Makes a token invalid; false where no token has the id. */
export async function revokeToken(db: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('token')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

async function insertToken(
  db: Database,
  { organization, user, role, expiresInDays }: NewToken,
  token: string,
): Promise<void> {
  const expiresAt =
    expiresInDays === undefined ? null : sql<Date>`now() + make_interval(days => ${expiresInDays})`
  await db
    .insertInto('token')
    .values({
      id: newId(),
      organization,
      user_name: user,
      role,
      hash: hashToken(token),
      expires_at: expiresAt,
    })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
}
