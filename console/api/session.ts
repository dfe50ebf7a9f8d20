import { request } from './client.ts'
import { noteReturn } from './connection.ts'
import { noteSignedOut, type SignedIn, sessionState } from './session-state.ts'

/** Asks the service who is signed in. */
export async function readSession(): Promise<void> {
  const answer = await request('/console/session')
  if (answer.status === 204) noteSignedOut('expired')
  else sessionState.value = { state: 'signed-in', session: (await answer.json()) as SignedIn }
}

/** Signs in with an access token, or with the secret of a link that works once. Rejects with a Failure. */
export async function signIn(credential: { token: string } | { link: string }): Promise<void> {
  const answer = await request('/console/session', { method: 'POST', json: credential })
  sessionState.value = { state: 'signed-in', session: (await answer.json()) as SignedIn }
  noteReturn()
}

/** Ends the session; `everywhere` ends every session of this user as well. */
export async function signOut({ everywhere = false } = {}): Promise<void> {
  await request(everywhere ? '/console/sessions' : '/console/session', { method: 'DELETE' })
  noteSignedOut('asked')
}
