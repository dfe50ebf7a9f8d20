import { sessionSeconds } from './sessions.ts'
import type { Secret } from './sql.ts'

const name = 'motif_session'

/** The value of a cookie in a `Cookie` header; undefined where there is none. */
export function readCookie(header = '', name: string): string | undefined {
  const found = header.split(';').find((each) => each.trimStart().startsWith(`${name}=`))
  return found?.trim().slice(name.length + 1) || undefined
}

/** The session's secret in a `Cookie` header; undefined where there is none. */
export function readSessionCookie(header: string | undefined): string | undefined {
  return readCookie(header, name)
}

/** The `Set-Cookie` header that starts a session, lets a kept one go on, or ends it. */
export function writeSessionCookie(
  session: Pick<Secret, 'secret'> | undefined,
  publicUrl: string,
  kept = false,
): string {
  const lasts = session ? sessionSeconds(kept) : 0
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${session?.secret ?? ''}; Path=/; Max-Age=${lasts}; HttpOnly; SameSite=Strict${secure}`
}
