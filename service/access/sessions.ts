import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import {
  end,
  exchange,
  find,
  type Holder,
  hashOf,
  issueOrRefuse,
  keptSeconds,
  noteUse,
  type Owner,
  type Secret,
  type Session,
} from './sql.ts'

/** Seconds that a session lasts; a kept one from its last use. */
export const sessionSeconds = (kept: boolean) => (kept ? keptSeconds : 12 * 60 * 60)

/** Begins a session. `parent`: hash of the token that it rests on. Throws 40101 if that or its member is over. */
export function createSession(
  db: Database,
  holder: Holder & { parent?: string },
  kept = false,
): Promise<Secret> {
  return issueOrRefuse(db, { ...holder, kind: 'session', kept, seconds: sessionSeconds(kept) })
}

/** Creates a link that signs in once. Throws 40101 if its member is over. */
export function createSignInLink(db: Database, holder: Holder, seconds: number): Promise<Secret> {
  return issueOrRefuse(db, { ...holder, kind: 'link', seconds })
}

/** Begins a session by a link, once; undefined if it was used, has expired, or its member is over. */
export function takeSignInLink(db: Database, secret: string, kept: boolean): Promise<Secret | undefined> {
  return exchange(db, secret, 'link', { kind: 'session', kept, seconds: sessionSeconds(kept) })
}

/** The session of a cookie; undefined if it has ended. Notes that it is used, where the database can be written. */
export async function findSession(db: Database, secret: string): Promise<Session | undefined> {
  const found = await find(db, 'session', secret)
  if (found?.isUseOld) await noteUse(db, found).catch(() => {})
  return found
}

/** Ends a session, with those of the editor that rest on it. */
export async function endSession(db: Database, secret: string): Promise<void> {
  await end(db, sql`kind = 'session' AND hash = ${hashOf(secret)}`)
}

/** Ends all sessions of a member or a token's user, those of the editor too, and their unused links and tickets. */
export async function endSessionsOf(
  db: Database,
  { organization, user, member }: Pick<Owner, 'organization' | 'user' | 'member'>,
): Promise<void> {
  const theirs = member ? sql`member = ${member}` : sql`member IS NULL AND user_name = ${user}`
  await end(db, sql`kind <> 'token' AND organization = ${organization} AND ${theirs}`)
}

const cookieName = 'motif_session'

/** The value of a cookie in a `Cookie` header, by default the session's secret; undefined where there is none. */
export function readCookie(header = '', name = cookieName): string | undefined {
  const found = header.split(';').find((each) => each.trimStart().startsWith(`${name}=`))
  return found?.trim().slice(name.length + 1) || undefined
}

/** The `Set-Cookie` header that starts a session, lets a kept one go on, or ends it. */
export function writeSessionCookie(
  session: Pick<Secret, 'secret'> | undefined,
  publicUrl: string,
  kept = false,
): string {
  const lasts = session ? sessionSeconds(kept) : 0
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${cookieName}=${session?.secret ?? ''}; Path=/; Max-Age=${lasts}; HttpOnly; SameSite=Strict${secure}`
}
