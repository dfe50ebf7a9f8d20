import type { InvitationLink, ShownToken, Token, TokenList } from '../../service/access/token-schemas.ts'
import type {
  ShownWebhook,
  Webhook,
  WebhookBody,
  WebhookList,
  WebhookTest,
} from '../../service/messages/webhook-schemas.ts'
import { request, requestJson } from './client.ts'
import type { Role } from './session-state.ts'

export type { Token } from '../../service/access/token-schemas.ts'
export type { Webhook, WebhookBody, WebhookDelivery } from '../../service/messages/webhook-schemas.ts'

export async function fetchTokens(signal?: AbortSignal): Promise<Token[]> {
  return (await requestJson<TokenList>('/v1/tokens', { signal })).tokens
}

/** Creates a token, which is shown once. */
export function makeAccessToken(wanted: { user: string; role: Role }, key: string): Promise<ShownToken> {
  return requestJson('/v1/tokens', { method: 'POST', json: wanted, key })
}

export async function revokeAccessToken(id: string): Promise<void> {
  await request(`/v1/tokens/${encodeURIComponent(id)}`, { method: 'DELETE' })
}

/** Creates a link that signs somebody in, once. */
export function invite(wanted: { user: string; role: Role }, key: string): Promise<InvitationLink> {
  return requestJson('/v1/invitations', { method: 'POST', json: wanted, key })
}

export async function listWebhooks(signal?: AbortSignal): Promise<Webhook[]> {
  return (await requestJson<WebhookList>('/v1/webhooks', { signal })).webhooks
}

/** Creates a webhook. Its secret is shown once. */
export function createWebhook(wanted: WebhookBody): Promise<ShownWebhook> {
  return requestJson('/v1/webhooks', { method: 'POST', json: wanted })
}

export async function deleteWebhook(id: string): Promise<void> {
  await request(`/v1/webhooks/${encodeURIComponent(id)}`, { method: 'DELETE' })
}

/** Sends a test. Returns the id of its delivery. */
export async function testWebhook(id: string): Promise<string> {
  const path = `/v1/webhooks/${encodeURIComponent(id)}/test`
  return (await requestJson<WebhookTest>(path, { method: 'POST' })).id
}
