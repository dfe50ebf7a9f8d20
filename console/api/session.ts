import { request, requestJson } from './client.ts'
import { endSession, type Session, sessionState } from './session-state.ts'

/** Asks who is signed in. */
export async function readSession(): Promise<void> {
  const answer = await request('/console/session')
  if (answer.status === 204) endSession('expired')
  else sessionState.value = { state: 'signed-in', session: (await answer.json()) as Session }
}

/** Signs in with an access token, or with the secret of a link that works once. Rejects with a Failure. */
export async function signIn(credential: { token: string } | { link: string }): Promise<void> {
  const session = await requestJson<Session>('/console/session', { method: 'POST', json: credential })
  sessionState.value = { state: 'signed-in', session }
}

/** Ends the session; `everywhere` ends every session of this user as well. */
export async function signOut({ everywhere = false } = {}): Promise<void> {
  await request(everywhere ? '/console/sessions' : '/console/session', { method: 'DELETE' })
  endSession('asked')
}
