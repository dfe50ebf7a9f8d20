import type { WebhookDelivery } from '../../service/messages/events.ts'
import { request, requestJson } from './client.ts'
import type { Role } from './session-state.ts'

export interface Token {
  id: string
  user: string
  role: Role
  state: 'valid' | 'expired' | 'revoked'
  createdAt: string
  expiresAt?: string
}

export interface Webhook {
  id: string
  url: string
  events: string[]
  state?: string
  createdAt?: string
  deliveries?: WebhookDelivery[]
}

export async function fetchTokens(signal?: AbortSignal): Promise<Token[]> {
  return (await requestJson<{ tokens: Token[] }>('/v1/tokens', { signal })).tokens
}

/** Creates a token, which is shown once. */
export function makeAccessToken(
  wanted: { user: string; role: Role },
  key: string,
): Promise<Token & { token: string }> {
  return requestJson('/v1/tokens', { method: 'POST', json: wanted, key })
}

export async function revokeAccessToken(id: string): Promise<void> {
  await request(`/v1/tokens/${encodeURIComponent(id)}`, { method: 'DELETE' })
}

/** Creates a link that signs somebody in, once. */
export function invite(wanted: { user: string; role: Role }, key: string): Promise<{ url: string }> {
  return requestJson('/v1/invitations', { method: 'POST', json: wanted, key })
}

export async function listWebhooks(signal?: AbortSignal): Promise<Webhook[]> {
  return (await requestJson<{ webhooks: Webhook[] }>('/v1/webhooks', { signal })).webhooks
}

/** Creates a webhook. Its secret is shown once. */
export function createWebhook(wanted: {
  url: string
  events: string[]
}): Promise<{ id: string; secret: string }> {
  return requestJson('/v1/webhooks', { method: 'POST', json: wanted })
}

export async function deleteWebhook(id: string): Promise<void> {
  await request(`/v1/webhooks/${encodeURIComponent(id)}`, { method: 'DELETE' })
}

/** Sends a test. Returns the id of its delivery. */
export async function testWebhook(id: string): Promise<string> {
  const path = `/v1/webhooks/${encodeURIComponent(id)}/test`
  return (await requestJson<{ id: string }>(path, { method: 'POST' })).id
}
