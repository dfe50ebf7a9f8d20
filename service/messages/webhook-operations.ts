import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { type Static, Type } from 'typebox'
import {
  arrayOf,
  component,
  dateTimeField,
  idField,
  kindsOf,
  oneOf,
  optionalText,
  textField,
} from '../base/http/schemas/fields.ts'
import { answer, idOf, operationsOf, read, remove, write } from '../base/http/schemas/operation.ts'
import {
  type EventDescription,
  type testEvent,
  type WebhookEvent,
  webhookEvents,
} from '../base/outbox/happenings.ts'

const event = oneOf(kindsOf(webhookEvents))
const events = Type.Array(event, { minItems: 1, maxItems: 100, description: 'What it is told of' })
const webhookId = idField('ID of the webhook')

const WebhookDelivery = component('WebhookDelivery', {
  id: textField('The `webhook-id` of its message'),
  at: dateTimeField('Time of the attempt'),
  event: textField('What it was told, `webhook.test` for a test'),
  status: Type.Optional(Type.Integer({ description: 'HTTP status of the answer, if there was one' })),
  error: optionalText('Why it was not received; left out if it was'),
  answer: optionalText('How the answer began: one line of plain text, of 200 characters at most'),
})

const Webhook = component('Webhook', {
  id: webhookId,
  url: textField('Where the messages go'),
  events,
  state: oneOf(
    ['on', 'off'],
    'off: given up, because nobody received; a test that is received switches it on',
  ),
  createdAt: dateTimeField('Creation time'),
  deliveries: arrayOf(WebhookDelivery, 'The latest attempts, the newest first: 10 at most'),
})

const WebhookList = component('WebhookList', { webhooks: arrayOf(Webhook, 'Oldest first') })

const ShownWebhook = component('NewWebhook', {
  id: webhookId,
  secret: textField('`whsec_…`, with which its messages are signed; shown once'),
})

const WebhookTest = component('WebhookTest', { id: textField('The `webhook-id` of the test') })

const known = 'What else is known of the person, such as other columns of a list'
const visited = {
  at: dateTimeField('When it happened'),
  visit: textField('Names the visit'),
  prospect: textField('ID of the prospect'),
  email: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  company: Type.Optional(Type.String()),
  owner: optionalText('Who looks after the person: the list’s column `owner`, `Contact owner` or the like'),
  additional: Type.Optional(Type.Object({}, { additionalProperties: true, description: known })),
  content: textField('ID of the content record'),
  template: Type.String(),
  language: Type.String(),
  link: optionalText('The address that the prospect was sent'),
  campaign: optionalText('ID of the campaign that invited by it'),
  campaignName: Type.Optional(Type.String()),
}

component('VisitStarted', visited)
const goal = optionalText('ID of the analytics item that is the goal')
component('GoalReached', { ...visited, goal })
component('CampaignCompleted', {
  at: dateTimeField('When the last record was completed'),
  campaign: textField('ID of the campaign'),
  campaignName: Type.String(),
  template: Type.String(),
  language: Type.String(),
  people: Type.Integer({ description: 'Whom it invites' }),
  completed: Type.Integer({ description: 'How many of their records are completed' }),
  problems: Type.Integer({ description: 'Lines that invite nobody' }),
})
component('WebhookTested', {
  at: dateTimeField('When the test was asked for'),
  webhook: webhookId,
})

const target =
  'Absolute http or https URL of at most 2,048 characters, without user info; not one of a private network'
const WebhookBody = Type.Object({ url: textField(target), events })

export type Webhook = Static<typeof Webhook>
export type WebhookDelivery = Static<typeof WebhookDelivery>
export type ShownWebhook = Static<typeof ShownWebhook>
export type WebhookBody = Static<typeof WebhookBody>

const params = { id: idOf('webhook') }

export const webhookOperations = operationsOf('Webhook', {
  createWebhook: write({
    path: '/webhooks',
    role: 'admin',
    summary: 'Create webhook; its secret is shown this once',
    body: WebhookBody,
    answers: answer(ShownWebhook, 'Its id, and its secret, which is shown once'),
    errors: [40005],
  }),
  listWebhooks: read({
    path: '/webhooks',
    role: 'admin',
    summary: 'List webhooks with their state and latest deliveries',
    answers: answer(WebhookList, 'All of them'),
  }),
  deleteWebhook: remove({
    path: '/webhooks/:id',
    role: 'admin',
    summary: 'Delete webhook, with all that it was to be told',
    params,
  }),
  testWebhook: write({
    status: 202,
    path: '/webhooks/:id/test',
    role: 'admin',
    summary: 'Send a webhook a test, once; it is listed among its deliveries',
    params,
    answers: answer(WebhookTest, 'The test is on its way'),
  }),
})

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
  const text = { type: 'string' as const }
  const header = (name: string, description: string) => {
    return { name, in: 'header' as const, required: true, description, schema: text }
  }
  const properties = {
    type: { ...text, const: type },
    timestamp: { ...text, format: 'date-time', description: timestampMeans },
    data: { $ref: `#/components/schemas/${subject}` },
  }
  const required = Object.keys(properties)
  const schema = { type: 'object' as const, required, additionalProperties: false, properties }
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
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': { description: 'Received' },
      410: { description: 'Not wanted any more: it is not sent again, and a webhook is switched off' },
      default: { description: 'Sent again later' },
    },
  }
}
