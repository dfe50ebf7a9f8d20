import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { noticeTypes } from '../../model/notice.ts'

type Document = NonNullable<FastifyDynamicSwaggerOptions['openapi']>
type Webhooks = NonNullable<Extract<Document, { webhooks?: unknown }>['webhooks']>

/** What Motif sends by itself: the `webhooks` of the OpenAPI document. */
export const callbacks: Webhooks = Object.fromEntries(
  Object.entries(noticeTypes).map(([type, { subject, summary, timestampMeans }]) => [
    type,
    {
      post: {
        operationId: type.replace(/\.(.)/g, (_dot, letter: string) => letter.toUpperCase()),
        tags: [subject],
        summary,
        description:
          'Sent to the `callback` of the record, signed by Standard Webhooks. A 2xx within 15 s ends it, 410 gives it up, anything else is tried again.',
        security: [],
        parameters: [
          header('webhook-id', 'The same at every attempt'),
          header('webhook-timestamp', 'When the attempt was made: seconds since 1970'),
          header('webhook-signature', '`v1,` and the HMAC-SHA256 of id, timestamp and body, in base64'),
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: bodyOf(type, subject, timestampMeans) } },
        },
        responses: {
          '2XX': { description: 'Received' },
          410: { description: 'Not wanted any more: it is not sent again' },
          default: { description: 'Sent again later' },
        },
      },
    },
  ]),
)

function bodyOf(type: string, subject: string, timestampMeans: string) {
  return {
    type: 'object' as const,
    required: ['type', 'timestamp', 'data'],
    additionalProperties: false,
    properties: {
      type: { type: 'string' as const, const: type },
      timestamp: { type: 'string' as const, format: 'date-time', description: timestampMeans },
      data: { $ref: `#/components/schemas/${subject}` },
    },
  }
}

function header(name: string, description: string) {
  return { name, in: 'header' as const, required: true, description, schema: { type: 'string' as const } }
}
