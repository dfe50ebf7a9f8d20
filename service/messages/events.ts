/** How the API's documentation describes an event. */
export interface EventDescription {
  summary: string
  description?: string
  /** The schema of its `data`. */
  subject: string
  /** The meaning of its `timestamp`. */
  timestampMeans: string
}

/** The events of webhooks. A new one is an entry here; its OpenAPI document follows. */
export const webhookEvents = {
  'visit.started': {
    summary: 'A prospect came to their page: once a visit',
    subject: 'VisitStarted',
    timestampMeans: 'When the visit began',
  },
  'goal.reached': {
    summary: 'A prospect reached the goal of the template: once a content record, the first time',
    subject: 'GoalReached',
    timestampMeans: 'When it was reached',
  },
  'campaign.completed': {
    summary: 'All records of a campaign are completed: once a list',
    subject: 'CampaignCompleted',
    timestampMeans: 'When the last was completed',
  },
  'content.completed': {
    summary: 'A content record is completed',
    description: 'Sent to the `callback` of the record too. ',
    subject: 'Content',
    timestampMeans: 'When it was completed',
  },
} as const satisfies Record<string, EventDescription>

export type WebhookEvent = keyof typeof webhookEvents

/** What the test button sends. */
export const testEvent = 'webhook.test'

/** An event that webhooks may want, by ids: its body is put together when it is sent. */
export interface Happening {
  organization: string
  type: WebhookEvent
  /** Unique among the events of its type in the organization: no webhook gets it twice. */
  key: string
  /** Id of the content record. */
  content?: string
  visit?: string
  /** Id of the campaign. */
  campaign?: string
  /** Milliseconds since 1970. */
  at: number
}

/** How many webhooks an organization may have. */
export const mostWebhooks = 20
/** How many finished deliveries of a webhook are stored and listed. */
export const mostDeliveries = 10
