import { createHash, randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Defaulted, Timestamp } from '../base/database/columns.ts'
import type { Database } from '../base/database/database.ts'
import { newId } from '../base/words/ids.ts'
import type { Role } from '../base/words/role.ts'
import type { ConfiguredToken } from '../config.ts'

export interface TokenTable {
  id: string
  organization: string
  user_name: string
  role: Defaulted<Role>
  /** SHA-256 of the token, in hex. */
  hash: string
  created_at: Defaulted<Date>
  expires_at: Timestamp | null
  revoked_at: Timestamp | null
}

declare module '../base/database/schema.ts' {
  interface Schema {
    token: TokenTable
  }
}

/** The owner of a valid token. */
export interface Owner {
  tokenId: string
  organization: string
  user: string
  role: Role
  /** Hash of the console's session, where the request comes with one. */
  session?: string
}

/** Whom a token is created for. */
export interface NewToken {
  organization: string
  user: string
  role: Role
  /** Default: it does not expire. */
  expiresInDays?: number | undefined
}

/** Creates a token and keeps only its SHA-256: `token`, its text, is shown once. */
export async function createToken(
  db: Database,
  wanted: NewToken,
): Promise<{ token: string; listing: TokenListing }> {
  const token = `motif_${randomBytes(24).toString('base64url')}`
  await insertToken(db, wanted, token)
  const [listing] = await listWhere(db, sql`hash = ${hashToken(token)}`)
  if (!listing) throw new Error('the token that was created is not there')
  return { token, listing }
}

/** What `ensureTokens` did. */
export interface EnsuredTokens {
  /** The token that was created because there was none; it cannot be shown again. */
  firstToken: string | undefined
  /** The owners, as `organization/user`, of configured tokens that were revoked and stay so. */
  revoked: string[]
}

/** Creates the tokens of `MOTIF_TOKENS`; where there is none at all, creates one and returns it. */
export async function ensureTokens(
  db: Database,
  configured: readonly ConfiguredToken[],
): Promise<EnsuredTokens> {
  const revoked: string[] = []
  for (const token of configured)
    if (!(await ensureToken(db, token))) revoked.push(`${token.organization}/${token.user}`)
  if (await hasTokens(db)) return { firstToken: undefined, revoked }
  const owner: NewToken = { organization: 'default', user: 'default', role: 'admin' }
  return { firstToken: (await createToken(db, owner)).token, revoked }
}

/** Creates a configured token, an admin's, where it is missing; false where it was revoked. */
async function ensureToken(db: Database, { organization, user, token }: ConfiguredToken): Promise<boolean> {
  await insertToken(db, { organization, user, role: 'admin' }, token)
  const { numUpdatedRows } = await db
    .updateTable('token')
    .set({ organization, user_name: user, role: 'admin', expires_at: null })
    .where('hash', '=', hashToken(token))
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The organizations that have a token, valid or not, by name. */
export async function listOrganizations(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('token')
    .select('organization')
    .distinct()
    .orderBy('organization')
    .execute()
  return rows.map(({ organization }) => organization)
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

/** Whether any token was ever created. */
async function hasTokens(db: Database): Promise<boolean> {
  return (await db.selectFrom('token').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** A token as it is listed. */
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
export function listTokens(db: Database): Promise<TokenListing[]> {
  return listWhere(db, sql`true`)
}

/** The tokens of an organization, oldest first. */
export function listTokensOf(db: Database, organization: string): Promise<TokenListing[]> {
  return listWhere(db, sql`organization = ${organization}`)
}

async function listWhere(db: Database, where: RawBuilder<unknown>): Promise<TokenListing[]> {
  const { rows } = await sql<TokenListing>`
    SELECT id, organization, user_name AS "user", role, created_at AS "createdAt", expires_at AS "expiresAt",
      CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN expires_at <= now() THEN 'expired' ELSE 'valid' END AS state
    FROM token WHERE ${where} ORDER BY created_at, id`.execute(db)
  return rows
}

/** Revokes a token; false where no token has the id. */
export async function revokeToken(db: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('token')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Revokes a token of the organization; false where it has no valid one with this id. */
export async function revokeTokenOf(db: Database, organization: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('token')
    .set({ revoked_at: sql<Date>`now()` })
    .where((is) => is.and({ organization, id }))
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The text of a session, a link or a ticket. It is shown once: only its hash is kept. */
export interface Secret {
  secret: string
  expiresAt: Date
}

/** Makes the text of a session, a link or a ticket: 32 random bytes. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a token or a secret: its SHA-256, in hex. */
export function hashToken(token: string): string {
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
