import { createHmac } from 'node:crypto'

/** The signed parts of a message. */
export interface SignedParts {
  /** The same at every attempt. */
  id: string
  /** The time of this attempt, in whole seconds since 1970. */
  timestamp: number
  body: string
}

/**
 * The headers of Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`, with the key that `whsec_` carries in base64.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signatureHeaders(
  secret: string,
  { id, timestamp, body }: SignedParts,
): Record<string, string> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` }
}
