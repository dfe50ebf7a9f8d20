import { createHash, randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import type { Defaulted, Timestamp } from '../base/database/sql.ts'
import { unauthorized } from '../base/http/schemas/error-codes.ts'
import { newId } from '../base/words/ids.ts'
import { type Role, rolesFrom } from '../base/words/role.ts'

/** A link signs in once, a ticket leads once into the editor. */
type CredentialKind = 'token' | 'session' | 'link' | 'ticket' | 'editing'

interface CredentialTable {
  /** See `hashOf`. */
  hash: string
  id: string
  kind: CredentialKind
  organization: string
  user_name: string
  role: Role
  /** Hashes of what it rests on, and with which it ends: a session has its token, a ticket its token and its session. */
  rests_on: string[]
  /** Id of the member whose it is, and with whom it goes. Null for a token, and what rests on one. */
  member: Defaulted<string | null>
  kept: Defaulted<boolean>
  template: string | null
  origin: string | null
  created_at: Defaulted<Date>
  expires_at: Timestamp | null
  /** When it was revoked, used up or left. */
  ended_at: Timestamp | null
}

declare module '../base/database/schema.ts' {
  interface Schema {
    credential: CredentialTable
  }
}

/** Whom a credential is for. */
export interface Holder {
  organization: string
  user: string
  role: Role
  /** Id of the member, if it is one. */
  member?: string | null | undefined
}

/** Whose request it is. */
export interface Owner extends Holder {
  /** Hash of the credential that the request comes with. */
  hash: string
  /** Id of its member, or hash of the first of those that it rests on, or its own: requests are counted by it. */
  root: string
}

/** A secret that was just made: this is the only time that it is shown. */
export interface Secret {
  secret: string
  expiresAt: Date
}

interface Wanted extends Holder {
  kind: CredentialKind
  /** Seconds until it expires, at most: it never outlives what it rests on. Default: it does not expire. */
  seconds?: number | undefined
  /** Hash of what it rests on. */
  parent?: string | undefined
  kept?: boolean
  template?: string
  origin?: string
  /** Default: 32 random bytes. */
  secret?: string
}

/** What is kept of a secret: its SHA-256, in hex. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** It has neither expired nor ended. What it rests on needs no look: see `end`. */
export const isValid = sql<boolean>`(ended_at IS NULL AND (expires_at IS NULL OR expires_at > now()))`

/**
 * Issues a credential. Undefined if a secret of this text was issued before, or what it rests on is over, or its member
 * was removed, or may no longer have one of this kind: that is locked meanwhile, so that it cannot end without this one.
 */
export async function issue(db: Database, wanted: Wanted): Promise<Secret | undefined> {
  const { kind, organization, user, role, seconds, parent, template, origin, member, kept = false } = wanted
  const secret = wanted.secret ?? newSecret()
  const below =
    parent === undefined
      ? sql`(SELECT '{}'::text[] AS chain, NULL::timestamptz AS expires_at)`
      : sql`(SELECT array_append(rests_on, hash) AS chain, expires_at FROM credential
          WHERE hash = ${parent} AND ${isValid} FOR SHARE)`
  const ofMember =
    member == null
      ? sql`(SELECT NULL::text AS id, NULL::text AS role)`
      : sql`(SELECT id, role FROM member WHERE organization = ${organization} AND id = ${member} FOR SHARE)`
  const { rows } = await sql<Omit<Secret, 'secret'>>`
    INSERT INTO credential (hash, id, kind, organization, user_name, role, rests_on, member, kept, template, origin,
      expires_at)
    SELECT ${hashOf(secret)}, ${newId()}, ${kind}, ${organization}, ${user}, coalesce(m.role, ${role}), below.chain, m.id,
      ${kept}, ${template ?? null}, ${origin ?? null}, least(${inSeconds(seconds)}, below.expires_at)
    FROM ${below} AS below, ${ofMember} AS m
    WHERE ${kind !== 'ticket'} OR coalesce(m.role, ${role}) = ANY (${rolesFrom('editor')})
    ON CONFLICT (hash) DO NOTHING
    RETURNING expires_at AS "expiresAt"`.execute(db)
  return rows[0] && { secret, ...rows[0] }
}

/** The same; throws 40101 if what it rests on is over by now. */
export async function issueOrRefuse(db: Database, wanted: Wanted): Promise<Secret> {
  const made = await issue(db, wanted)
  if (made) return made
  throw unauthorized(40101)
}

/** A credential that is valid, such as a session. */
export interface Session extends Owner {
  expiresAt: Date
  /** It goes on for as long as it is used. */
  kept: boolean
  /** See `noteUse`. */
  isUseOld: boolean
}

/** How long a kept session lasts from its last use. */
export const keptSeconds = 30 * 24 * 60 * 60
const notedSeconds = 60

/** Finds a valid credential by its secret. */
export async function find(db: Database, kind: CredentialKind, secret: string): Promise<Session | undefined> {
  const { rows } = await sql<Session>`
    SELECT hash, coalesce(member, rests_on[1], hash) AS root, organization, user_name AS "user", role, member, kept,
      expires_at AS "expiresAt", (kept AND expires_at < ${inSeconds(keptSeconds - notedSeconds)} OR EXISTS (
        SELECT FROM member m WHERE m.organization = credential.organization AND m.id = credential.member
          AND coalesce(m.seen_at, '-infinity') < ${inSeconds(-notedSeconds)})) AS "isUseOld"
    FROM credential WHERE hash = ${hashOf(secret)} AND kind = ${kind} AND ${isValid}`.execute(db)
  return rows[0]
}

/** Notes that a session is used: its member was seen, and a kept one goes on, but not beyond what it rests on. */
export async function noteUse(db: Database, { hash, organization, member }: Session): Promise<void> {
  await sql`
    UPDATE credential c SET expires_at = least(${inSeconds(keptSeconds)},
      (SELECT min(p.expires_at) FROM credential p WHERE p.hash = ANY (c.rests_on)))
    WHERE hash = ${hash} AND kept AND ${isValid}`.execute(db)
  await sql`
    UPDATE member SET seen_at = now() WHERE organization = ${organization} AND id = ${member ?? ''}`.execute(
    db,
  )
}

/** The role of a credential by its hash; undefined if it is not valid. */
export async function findRole(db: Database, hash: string): Promise<Role | undefined> {
  const { rows } = await sql<{ role: Role }>`
    SELECT role FROM credential WHERE hash = ${hash} AND ${isValid}`.execute(db)
  return rows[0]?.role
}

/**
 * Exchanges a credential, of this origin if one is given, for another that rests on the same. Undefined if it is not valid, or
 * was exchanged before. It is one statement: of many attempts at once, one succeeds.
 */
export async function exchange(
  db: Database,
  secret: string,
  from: CredentialKind,
  { kind, seconds = 0, origin, kept = false }: Pick<Wanted, 'kind' | 'seconds' | 'origin' | 'kept'>,
): Promise<(Secret & { template: string | null }) | undefined> {
  const next = newSecret()
  const { rows } = await sql<Omit<Secret, 'secret'> & { template: string | null }>`
    UPDATE credential c SET hash = ${hashOf(next)}, kind = ${kind}, kept = ${kept}, created_at = now(), expires_at = least(
      ${inSeconds(seconds)}, (SELECT min(p.expires_at) FROM credential p WHERE p.hash = ANY (c.rests_on)))
    WHERE hash = ${hashOf(secret)} AND kind = ${from} AND ${isValid}
      AND (${origin ?? null}::text IS NULL OR origin = ${origin ?? null})
    RETURNING expires_at AS "expiresAt", template`.execute(db)
  return rows[0] && { secret: next, ...rows[0] }
}

/**
 * Ends credentials, and all that rests on them. Returns how many of the former ended now. The second statement sees
 * what was issued while the first one waited.
 */
export async function end(db: Database, which: RawBuilder<unknown>): Promise<number> {
  const run = async (trx: Database) => {
    const { rows } = await sql<{ hash: string }>`
      UPDATE credential SET ended_at = now() WHERE ${which} AND ended_at IS NULL RETURNING hash`.execute(trx)
    const hashes = rows.map(({ hash }) => hash)
    if (hashes.length > 0)
      await sql`
        UPDATE credential SET ended_at = now()
        WHERE rests_on && ${hashes}::text[] AND ended_at IS NULL`.execute(trx)
    return hashes.length
  }
  return db.isTransaction ? run(db) : db.transaction().execute(run)
}

/**
 * Deletes what was over an hour ago: until then whoever had it is told that it is over. Returns how many. Tokens stay: a list
 * shows that they were revoked.
 */
export async function deleteOldCredentials(db: Database): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM credential
    WHERE kind <> 'token' AND least(expires_at, ended_at) < now() - interval '1 hour'`.execute(db)
  return Number(numAffectedRows)
}

const newSecret = () => randomBytes(32).toString('base64url')

function inSeconds(seconds: number | undefined): RawBuilder<Date | null> {
  return seconds === undefined ? sql`NULL::timestamptz` : sql`now() + make_interval(secs => ${seconds})`
}
