import type { InvitedMember, Member, MemberBody, ShownToken } from '../../service/access/operations.ts'
import { ask } from './client.ts'
import type { Role } from './session-state.ts'

export type { InvitedMember, Member, MemberBody } from '../../service/access/operations.ts'

/** Creates a token, which is shown once. */
export function makeAccessToken(wanted: { user: string; role: Role }, key: string): Promise<ShownToken> {
  return ask('POST /v1/tokens', { json: wanted, key })
}

export async function fetchMembers(signal?: AbortSignal): Promise<Member[]> {
  return (await ask('GET /v1/members', { signal })).members
}

/** Invites somebody, by mail or by a link to copy. */
export function inviteMember(wanted: MemberBody, key: string): Promise<InvitedMember> {
  return ask('POST /v1/members', { json: wanted, key })
}

export function inviteAgain(id: string): Promise<InvitedMember> {
  return ask('POST /v1/members/:id/invite', { params: { id } })
}

export async function giveRole(id: string, role: Role): Promise<void> {
  await ask('PATCH /v1/members/:id', { params: { id }, json: { role } })
}

export function dropMember(id: string): Promise<void> {
  return ask('DELETE /v1/members/:id', { params: { id } })
}
