import type { InvitedMember, Member, MemberBody, ShownToken, Token } from '../../service/access/operations.ts'
import type { ShownWebhook, Webhook, WebhookBody } from '../../service/messages/webhook-operations.ts'
import { ask } from './client.ts'
import type { Role } from './session-state.ts'

export type { InvitedMember, Member, MemberBody, Token } from '../../service/access/operations.ts'
export type { Webhook, WebhookBody } from '../../service/messages/webhook-operations.ts'

export async function fetchTokens(signal?: AbortSignal): Promise<Token[]> {
  return (await ask('GET /v1/tokens', { signal })).tokens
}

/** Creates a token, which is shown once. */
export function makeAccessToken(wanted: { user: string; role: Role }, key: string): Promise<ShownToken> {
  return ask('POST /v1/tokens', { json: wanted, key })
}

export function revokeAccessToken(id: string): Promise<void> {
  return ask('DELETE /v1/tokens/:id', { params: { id } })
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

export async function listWebhooks(signal?: AbortSignal): Promise<Webhook[]> {
  return (await ask('GET /v1/webhooks', { signal })).webhooks
}

/** Creates a webhook. Its secret is shown once. */
export function createWebhook(wanted: WebhookBody): Promise<ShownWebhook> {
  return ask('POST /v1/webhooks', { json: wanted })
}

export function deleteWebhook(id: string): Promise<void> {
  return ask('DELETE /v1/webhooks/:id', { params: { id } })
}

/** Sends a test. Returns the id of its delivery. */
export async function testWebhook(id: string): Promise<string> {
  return (await ask('POST /v1/webhooks/:id/test', { params: { id } })).id
}
