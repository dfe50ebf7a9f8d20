import { request } from './client.ts'
import { noteReturn } from './connection.ts'
import type { Ways } from './session-state.ts'
import { noteSignedOut, type SignedIn, sessionState } from './session-state.ts'

/** Asks the service who is signed in. */
export async function readSession(): Promise<void> {
  const answer = await request('/console/session')
  if (answer.status === 204) noteSignedOut('expired')
  else sessionState.value = { state: 'signed-in', session: (await answer.json()) as SignedIn }
}

/** How one may sign in, beside an access token. */
export async function readWays(): Promise<Ways> {
  return (await (await request('/console/session/ways')).json()) as Ways
}

/** Asks for a link by mail. Whether there is such a member is not told. Rejects with a Failure. */
export async function sendLink(email: string): Promise<void> {
  await request('/console/session/link', { method: 'POST', json: { email } })
}

/** Signs in with an access token, for twelve hours, or for as long as it is used. Rejects with a Failure. */
export async function signIn(credential: { token: string; keep: boolean }): Promise<void> {
  const answer = await request('/console/session', { method: 'POST', json: credential })
  sessionState.value = { state: 'signed-in', session: (await answer.json()) as SignedIn }
  noteReturn()
}

/** Ends the session; `everywhere` ends every session of this user as well. */
export async function signOut({ everywhere = false } = {}): Promise<void> {
  await request(everywhere ? '/console/sessions' : '/console/session', { method: 'DELETE' })
  noteSignedOut('asked')
}
