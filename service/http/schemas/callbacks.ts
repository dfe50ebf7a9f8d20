import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'

type Document = NonNullable<FastifyDynamicSwaggerOptions['openapi']>
type Webhooks = NonNullable<Extract<Document, { webhooks?: unknown }>['webhooks']>

/** What Motif sends by itself: the `webhooks` of the OpenAPI document. */
export const callbacks: Webhooks = {
  'content.completed': {
    post: {
      operationId: 'contentCompleted',
      tags: ['Content'],
      summary: 'A content record is completed',
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
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['type', 'timestamp', 'data'],
              additionalProperties: false,
              properties: {
                type: { type: 'string', const: 'content.completed' },
                timestamp: { type: 'string', format: 'date-time', description: 'When it was completed' },
                data: { $ref: '#/components/schemas/Content' },
              },
            },
          },
        },
      },
      responses: {
        '2XX': { description: 'Received' },
        410: { description: 'Not wanted any more: it is not sent again' },
        default: { description: 'Sent again later' },
      },
    },
  },
}

function header(name: string, description: string) {
  return { name, in: 'header' as const, required: true, description, schema: { type: 'string' as const } }
}
