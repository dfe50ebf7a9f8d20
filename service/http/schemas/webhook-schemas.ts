import { type Static, Type } from '@fastify/type-provider-typebox'
import { type WebhookEvent, webhookEvents } from '../../model/webhook.ts'
import { dateTimeField, idField } from './fields.ts'

const event = Type.Unsafe<WebhookEvent>({ type: 'string', enum: Object.keys(webhookEvents) })
const events = Type.Array(event, { minItems: 1, maxItems: 100, description: 'What it is told of' })
const webhookId = idField('ID of the webhook')

const delivery = Type.Object(
  {
    at: dateTimeField('Time of the attempt'),
    event: Type.String({ description: 'What it was told, `webhook.test` for a test' }),
    status: Type.Optional(Type.Integer({ description: 'HTTP status of the answer, where there was one' })),
    error: Type.Optional(Type.String({ description: 'Why it is not received; left out where it is' })),
  },
  { $id: 'WebhookDelivery', additionalProperties: false },
)

const listed = Type.Object(
  {
    id: webhookId,
    url: Type.String({ description: 'Where the messages go' }),
    events,
    state: Type.Unsafe<'on' | 'off'>({
      type: 'string',
      enum: ['on', 'off'],
      description: 'off: given up, because nobody received; a test that is received switches it on',
    }),
    createdAt: dateTimeField('Creation time'),
    deliveries: Type.Array(Type.Ref('WebhookDelivery#'), {
      description: 'The latest attempts, the newest first: 10 at most',
    }),
  },
  { $id: 'Webhook', additionalProperties: false },
)

const list = Type.Object(
  { webhooks: Type.Array(Type.Ref('Webhook#'), { description: 'Oldest first' }) },
  { $id: 'WebhookList', additionalProperties: false },
)

const made = Type.Object(
  {
    id: webhookId,
    secret: Type.String({ description: '`whsec_…`, with which its messages are signed; shown once' }),
  },
  { $id: 'NewWebhook', additionalProperties: false },
)

const testing = Type.Object(
  { id: Type.String({ description: 'The `webhook-id` of the test' }) },
  { $id: 'WebhookTest', additionalProperties: false },
)

/** What a webhook is told of a visit. */
const visited = {
  at: dateTimeField('When it happened'),
  visit: Type.String({ description: 'Names the visit' }),
  prospect: Type.String({ description: 'ID of the prospect' }),
  email: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  company: Type.Optional(Type.String()),
  content: Type.String({ description: 'ID of the content record' }),
  template: Type.String(),
  language: Type.String(),
  link: Type.Optional(Type.String({ description: 'The address that the prospect was sent' })),
  campaign: Type.Optional(Type.String({ description: 'ID of the campaign that invited by it' })),
  campaignName: Type.Optional(Type.String()),
}

const started = Type.Object(visited, { $id: 'VisitStarted', additionalProperties: false })

const reached = Type.Object(
  {
    ...visited,
    goal: Type.Optional(Type.String({ description: 'ID of the analytics item that is the goal' })),
  },
  { $id: 'GoalReached', additionalProperties: false },
)

const completed = Type.Object(
  {
    at: dateTimeField('When the last record was completed'),
    campaign: Type.String({ description: 'ID of the campaign' }),
    campaignName: Type.String(),
    template: Type.String(),
    language: Type.String(),
    people: Type.Integer({ description: 'Whom it invites' }),
    completed: Type.Integer({ description: 'How many of their records are completed' }),
    problems: Type.Integer({ description: 'Lines by which nobody is invited' }),
  },
  { $id: 'CampaignCompleted', additionalProperties: false },
)

const tested = Type.Object(
  { at: dateTimeField('When the test was asked for'), webhook: webhookId },
  { $id: 'WebhookTested', additionalProperties: false },
)

/** What the operations on webhooks answer, and what webhooks are told. */
export const webhookSchemas = [delivery, listed, list, made, testing, started, reached, completed, tested]

/** Body of `POST /webhooks`. */
export const WebhookBody = Type.Object({
  url: Type.String({
    description:
      'Absolute http or https URL of at most 2,048 characters, without user info; not one of a private network',
  }),
  events,
})

export type WebhookBody = Static<typeof WebhookBody>
