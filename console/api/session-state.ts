import { signal } from '@preact/signals'
import type { Role } from '../../service/base/words/role.ts'

export type { Role } from '../../service/base/words/role.ts'

/** Who is signed in. */
export interface SignedIn {
  organization: string
  user: string
  role: Role
}

/** Whether somebody is signed in; `unknown` until the first answer of the service. */
export type SessionState =
  | { state: 'unknown' }
  | { state: 'signed-out'; because: 'asked' | 'expired' | 'another' | 'never' }
  | { state: 'signed-in'; session: SignedIn }

/** Who is signed in. Parts that depend on it follow it. */
export const sessionState = signal<SessionState>({ state: 'unknown' })

/** Notes that the person was signed out: by themselves, by time, or by another one who signed in in another tab. */
export function noteSignedOut(because: 'asked' | 'expired' | 'another'): void {
  const now = sessionState.peek()
  // A request that fails after signing out says nothing new.
  if (now.state === 'signed-out' && because === 'expired') return
  sessionState.value = { state: 'signed-out', because: now.state === 'signed-in' ? because : 'never' }
}

/** Each role may do what those of a lower rank may. */
const ranks: Record<Role, number> = { viewer: 0, editor: 1, admin: 2 }

/** Whether the signed-in person has at least this role. */
export function may(least: Role): boolean {
  const now = sessionState.value
  return now.state === 'signed-in' && ranks[now.session.role] >= ranks[least]
}
