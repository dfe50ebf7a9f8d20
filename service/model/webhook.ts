/** What a webhook can be told of. */
export const webhookEvents = [
  'visit.started',
  'goal.reached',
  'campaign.completed',
  'content.completed',
] as const

export type WebhookEvent = (typeof webhookEvents)[number]

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
