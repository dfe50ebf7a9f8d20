import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import {
  type EventDescription,
  type testEvent,
  type WebhookEvent,
  webhookEvents,
} from '../base/outbox/happenings.ts'

type Document = NonNullable<FastifyDynamicSwaggerOptions['openapi']>
type Webhooks = NonNullable<Extract<Document, { webhooks?: unknown }>['webhooks']>

const told: Record<WebhookEvent | typeof testEvent, EventDescription> = {
  ...webhookEvents,
  'webhook.test': {
    summary: 'Somebody tests the webhook',
    subject: 'WebhookTested',
    timestampMeans: 'When the test was asked for',
  },
}

/** The requests that Motif sends: the `webhooks` of the OpenAPI document. */
export const callbacks: Webhooks = Object.fromEntries(
  Object.entries(told).map(([type, each]) => [type, { post: describe(type, each) }]),
)

function describe(type: string, { subject, summary, description = '', timestampMeans }: EventDescription) {
  return {
    operationId: type.replace(/\.(.)/g, (_dot, letter: string) => letter.toUpperCase()),
    tags: [type === 'content.completed' ? 'Content' : 'Webhook'],
    summary,
    description: `${description}Signed by Standard Webhooks. A 2xx within 15 s ends it, 410 gives it up, anything else is tried again.`,
    security: [],
    parameters: [
      header('webhook-id', 'The same at every attempt'),
      header('webhook-timestamp', 'When the attempt was made: seconds since 1970'),
      header('webhook-signature', '`v1,` and the HMAC-SHA256 of id, timestamp and body, in base64'),
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object' as const,
            required: ['type', 'timestamp', 'data'],
            additionalProperties: false,
            properties: {
              type: { type: 'string' as const, const: type },
              timestamp: { type: 'string' as const, format: 'date-time', description: timestampMeans },
              data: { $ref: `#/components/schemas/${subject}` },
            },
          },
        },
      },
    },
    responses: {
      '2XX': { description: 'Received' },
      410: { description: 'Not wanted any more: it is not sent again, and a webhook is switched off' },
      default: { description: 'Sent again later' },
    },
  }
}

function header(name: string, description: string) {
  return { name, in: 'header' as const, required: true, description, schema: { type: 'string' as const } }
}
