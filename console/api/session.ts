import { request } from './client.ts'
import { noteReturn } from './connection.ts'
import { noteSignedOut, type SignedIn, sessionState } from './session-state.ts'

/** All tabs of a browser have one session: whoever signs in in one of them is who asks in all of them. */
const tabs = new BroadcastChannel('motif-session')

/** Signs this tab out if another person signs in in another one, so that nobody works in somebody else's name. */
export function followOtherTabs(): void {
  tabs.addEventListener('message', ({ data }) => {
    const now = sessionState.peek()
    if (now.state === 'signed-in' && data !== memberOf(now.session)) noteSignedOut('another')
  })
}

function noteSignedIn(session: SignedIn): void {
  sessionState.value = { state: 'signed-in', session }
  tabs.postMessage(memberOf(session))
}

function memberOf({ organization, user }: SignedIn): string {
  return `${organization} ${user}`
}

/** Asks the service who is signed in. */
export async function readSession(): Promise<void> {
  const answer = await request('/console/session')
  if (answer.status === 204) noteSignedOut('expired')
  else noteSignedIn((await answer.json()) as SignedIn)
}

/** Signs in with an access token, for twelve hours, or for as long as it is used. Rejects with a Failure. */
export async function signIn(credential: { token: string; keep: boolean }): Promise<void> {
  const answer = await request('/console/session', { method: 'POST', json: credential })
  noteSignedIn((await answer.json()) as SignedIn)
  noteReturn()
}

/** Ends the session; `everywhere` ends every session of this user as well. */
export async function signOut({ everywhere = false } = {}): Promise<void> {
  await request(everywhere ? '/console/sessions' : '/console/session', { method: 'DELETE' })
  noteSignedOut('asked')
}
