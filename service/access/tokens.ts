import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import type { Role } from '../base/words/role.ts'
import type { Config } from '../config.ts'
import { end, find, type Holder, hashOf, issue } from './sql.ts'

/** Whose request it is. */
export interface Owner extends Holder {
  /** Hash of the credential that the request comes with. */
  hash: string
  /** Hash of the first credential that this one rests on, or its own: requests are counted by it. */
  root: string
}

/** Creates a token and keeps only its SHA-256: `token`, its text, is shown once. */
export async function createToken(
  db: Database,
  { expiresInDays, ...holder }: Holder & { expiresInDays?: number | undefined },
): Promise<{ token: string; listing: TokenListing }> {
  const token = `motif_${randomBytes(24).toString('base64url')}`
  const seconds = expiresInDays === undefined ? undefined : expiresInDays * 24 * 60 * 60
  await issue(db, { ...holder, kind: 'token', secret: token, seconds })
  const [listing] = await listWhere(db, sql`hash = ${hashOf(token)}`)
  if (!listing) throw new Error('the token that was created is not there')
  return { token, listing }
}

/**
 * Creates the tokens of `MOTIF_TOKENS`, and if there is none at all, one that cannot be shown again. `revoked`: the owners,
 * as `organization/user`, of configured tokens that were revoked and stay so.
 */
export async function ensureTokens(
  db: Database,
  configured: Config['tokens'],
): Promise<{ firstToken: string | undefined; revoked: string[] }> {
  const revoked: string[] = []
  for (const token of configured)
    if (!(await ensureToken(db, token))) revoked.push(`${token.organization}/${token.user}`)
  if ((await listOrganizations(db)).length > 0) return { firstToken: undefined, revoked }
  const owner = { organization: 'default', user: 'default', role: 'admin' } as const
  return { firstToken: (await createToken(db, owner)).token, revoked }
}

/** Creates a configured token, an admin's, if it is missing; false if it was revoked. */
async function ensureToken(
  db: Database,
  { organization, user, token }: Config['tokens'][number],
): Promise<boolean> {
  await issue(db, { kind: 'token', organization, user, role: 'admin', secret: token })
  const { numUpdatedRows } = await db
    .updateTable('credential')
    .set({ organization, user_name: user, role: 'admin', expires_at: null })
    .where('hash', '=', hashOf(token))
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The organizations that have a token, valid or not, by name. */
export async function listOrganizations(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('credential')
    .select('organization')
    .where('kind', '=', 'token')
    .distinct()
    .orderBy('organization')
    .execute()
  return rows.map(({ organization }) => organization)
}

/** The owner of a token; undefined if it is unknown, expired or revoked. */
export function findOwner(db: Database, token: string): Promise<Owner | undefined> {
  return find(db, 'token', token)
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

/** Tokens, oldest first: all, or those of an organization. */
export function listTokens(db: Database, organization?: string): Promise<TokenListing[]> {
  return listWhere(db, organization === undefined ? sql`true` : sql`organization = ${organization}`)
}

async function listWhere(db: Database, where: RawBuilder<unknown>): Promise<TokenListing[]> {
  const { rows } = await sql<TokenListing>`
    SELECT id, organization, user_name AS "user", role, created_at AS "createdAt", expires_at AS "expiresAt",
      CASE WHEN ended_at IS NOT NULL THEN 'revoked' WHEN expires_at <= now() THEN 'expired' ELSE 'valid' END AS state
    FROM credential WHERE kind = 'token' AND ${where} ORDER BY created_at, id`.execute(db)
  return rows
}

/**
 * Revokes a token, and ends what rests on it; false if no token has the id. With an organization: one of its own, and false
 * if it is not valid.
 */
export async function revokeToken(db: Database, id: string, organization?: string): Promise<boolean> {
  const ofOrganization = organization === undefined ? sql`true` : sql`organization = ${organization}`
  const ended = await end(db, sql`kind = 'token' AND ${ofOrganization} AND id = ${id}`)
  return ended > 0 || (organization === undefined && (await listWhere(db, sql`id = ${id}`)).length > 0)
}

/** Whether a text can name an organization or a user: 1 to 100 characters that `MOTIF_TOKENS` can hold. */
export function isPlainName(text: string): boolean {
  return /^[^\p{Cc}/=,]{1,100}$/u.test(text)
}
