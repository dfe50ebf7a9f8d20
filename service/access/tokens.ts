import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { UserError } from '../base/words/errors.ts'
import type { Config } from '../config.ts'
import type { ShownToken, Token } from './operations.ts'
import { end, type Holder, hashOf, issue } from './sql.ts'

export type { Owner } from './sql.ts'

/** Creates a token and keeps only its SHA-256: `token`, its text, is shown once. */
export async function createToken(
  db: Database,
  { expiresInDays, ...holder }: Holder & { expiresInDays?: number | undefined },
): Promise<ShownToken & ListedToken> {
  const token = `motif_${randomBytes(24).toString('base64url')}`
  const seconds = expiresInDays === undefined ? undefined : expiresInDays * 24 * 60 * 60
  await issue(db, { ...holder, kind: 'token', secret: token, seconds })
  const [listed] = await listWhere(db, sql`hash = ${hashOf(token)}`)
  if (!listed) throw new Error('the token that was created is not there')
  return { ...listed, token }
}

/**
 * Creates the tokens of `MOTIF_TOKENS`, of admins, and if there is none at all, one that cannot be shown again. `revoked`: the owners,
 * as `organization/user`, of configured tokens that were revoked and stay so.
 */
export async function ensureTokens(
  db: Database,
  configured: Config['tokens'],
): Promise<{ firstToken: string | undefined; revoked: string[] }> {
  const revoked: string[] = []
  for (const { organization, user, token: secret } of configured) {
    await issue(db, { kind: 'token', organization, user, role: 'admin', secret })
    const { numAffectedRows } = await sql`
      UPDATE credential SET organization = ${organization}, user_name = ${user}, role = 'admin', expires_at = NULL
      WHERE hash = ${hashOf(secret)} AND ended_at IS NULL`.execute(db)
    if (!numAffectedRows) revoked.push(`${organization}/${user}`)
  }
  if ((await listOrganizations(db)).length > 0) return { firstToken: undefined, revoked }
  const owner = { organization: 'default', user: 'default', role: 'admin' } as const
  return { firstToken: (await createToken(db, owner)).token, revoked }
}

async function listOrganizations(db: Database): Promise<string[]> {
  const { rows } = await sql<{ organization: string }>`
    SELECT DISTINCT organization FROM credential WHERE kind = 'token' ORDER BY organization`.execute(db)
  return rows.map(({ organization }) => organization)
}

type ListedToken = Token & { organization: string }

/** Tokens, oldest first: all, or those of an organization. */
export function listTokens(db: Database, organization?: string): Promise<ListedToken[]> {
  return listWhere(db, organization === undefined ? sql`true` : sql`organization = ${organization}`)
}

async function listWhere(db: Database, where: RawBuilder<unknown>): Promise<ListedToken[]> {
  const { rows } = await sql<
    Omit<ListedToken, 'createdAt' | 'expiresAt'> & Record<'created' | 'expires', Date>
  >`
    SELECT id, organization, user_name AS "user", role, created_at AS created, expires_at AS expires,
      CASE WHEN ended_at IS NOT NULL THEN 'revoked' WHEN expires_at <= now() THEN 'expired' ELSE 'valid' END AS state
    FROM credential WHERE kind = 'token' AND ${where} ORDER BY created_at, id`.execute(db)
  return rows.map(({ created, expires, ...row }) => ({
    ...row,
    createdAt: created.toISOString(),
    ...(expires && { expiresAt: expires.toISOString() }),
  }))
}

/** Revokes a token, of the organization if one is given, and ends what rests on it; false if no valid token has the id. */
export async function revokeToken(db: Database, id: string, organization?: string): Promise<boolean> {
  const ofOrganization = organization === undefined ? sql`true` : sql`organization = ${organization}`
  return (await end(db, sql`kind = 'token' AND ${ofOrganization} AND id = ${id}`)) > 0
}

/** Whether a text can name an organization or a user: 1 to 100 characters that `MOTIF_TOKENS` can hold. */
export function isPlainName(text: string): boolean {
  return /^[^\p{Cc}/=,]{1,100}$/u.test(text)
}

/**
 * The given organization, or the only one there is. Throws a UserError with the existing names where the given one has
 * no token, or where none is given and there are several.
 */
export async function chooseOrganization(db: Database, given: string | undefined): Promise<string> {
  const names = await listOrganizations(db)
  const organization = given?.trim() ?? (names.length === 1 ? names[0] : undefined)
  if (organization !== undefined && names.includes(organization)) return organization
  throw new UserError(whyNone(names, organization))
}

function whyNone(names: string[], organization: string | undefined): string {
  if (names.length === 0) return 'no organization is there yet: token create makes one'
  const there = names.join(', ')
  return organization === undefined
    ? `--organization: needed, since there are several: ${there}`
    : `--organization: no token is of ${organization}; there are: ${there} (token create makes an organization)`
}
