/** What the documents of the API say of something that is told. */
export interface ToldEvent {
  summary: string
  description?: string
  /** The schema of its `data`. */
  subject: string
  /** What its `timestamp` says. */
  timestampMeans: string
}

/** What a webhook can be told of. A new one is an entry here; its OpenAPI document follows. */
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
} as const satisfies Record<string, ToldEvent>

export type WebhookEvent = keyof typeof webhookEvents

/** What the button sends, to see whether somebody is there. */
export const testEvent = 'webhook.test'

/** Something that webhooks may want to know, by ids: what they are told of it is looked up when it is sent. */
export interface Happening {
  organization: string
  type: WebhookEvent
  /** Names it among those of its type in the organization: no webhook is told twice of the same. */
  key: string
  /** Id of the content record. */
  content?: string
  visit?: string
  /** Id of the campaign. */
  campaign?: string
  /** Milliseconds since 1970. */
  at: number
}

/** A webhook and how it fares, as its organization sees it. */
export interface ListedWebhook {
  id: string
  url: string
  events: WebhookEvent[]
  /** `off`: given up, because nobody received. */
  state: 'on' | 'off'
  createdAt: string
  /** The newest first. */
  deliveries: WebhookDelivery[]
}

/** The latest attempt to tell a webhook something. */
export interface WebhookDelivery {
  at: string
  event: string
  /** What was answered. */
  status?: number
  /** Why it is not received; left out where it is. */
  error?: string
}

/** The most that an organization may have. */
export const mostWebhooks = 20
/** Those that are listed, and kept once they have ended. */
export const mostDeliveries = 10
