import type { InvitationLink, ShownToken, Token } from '../../service/access/token-schemas.ts'
import type { ShownWebhook, Webhook, WebhookBody } from '../../service/messages/webhook-schemas.ts'
import { ask } from './client.ts'
import type { Role } from './session-state.ts'

export type { Token } from '../../service/access/token-schemas.ts'
export type { Webhook, WebhookBody, WebhookDelivery } from '../../service/messages/webhook-schemas.ts'

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

/** Creates a link that signs somebody in, once. */
export function invite(wanted: { user: string; role: Role }, key: string): Promise<InvitationLink> {
  return ask('POST /v1/invitations', { json: wanted, key })
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
