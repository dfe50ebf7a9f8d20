import { signal } from '@preact/signals'
import type { Role } from '../../service/model/role.ts'

export type { Role } from '../../service/model/role.ts'

/** Who is signed in. */
export interface SignedIn {
  organization: string
  user: string
  role: Role
}

/** `unknown` until the service was asked once. */
export type SessionState =
  | { state: 'unknown' }
  | { state: 'signed-out'; because: 'asked' | 'expired' | 'never' }
  | { state: 'signed-in'; session: SignedIn }

/** Who is signed in, for every part that shows or hides by it. */
export const sessionState = signal<SessionState>({ state: 'unknown' })

/** Notes that nobody is signed in any more. */
export function noteSignedOut(because: 'asked' | 'expired'): void {
  const now = sessionState.peek()
  // What asks on after the end says nothing new.
  if (now.state === 'signed-out' && because === 'expired') return
  sessionState.value = { state: 'signed-out', because: now.state === 'signed-in' ? because : 'never' }
}

/** Whether the role of who is signed in may do what takes `least`. */
export function may(least: Role): boolean {
  const ranks: readonly Role[] = ['viewer', 'editor', 'admin']
  const now = sessionState.value
  return now.state === 'signed-in' && ranks.indexOf(now.session.role) >= ranks.indexOf(least)
}
