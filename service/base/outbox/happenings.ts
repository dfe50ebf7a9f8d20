export interface EventDescription {
  summary: string
  description?: string
  subject: string
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
    description: 'Sent to the `callback` of the record too.',
    subject: 'Content',
    timestampMeans: 'When it was completed',
  },
} as const satisfies Record<string, EventDescription>

export type WebhookEvent = keyof typeof webhookEvents

export const testEvent = 'webhook.test'

/** What people can be told of, by the event that says it. Some of these only alerts know. */
export const alertSigns = {
  'first-visit': 'visit.first',
  goal: 'goal.reached',
  return: 'visit.returned',
  read: 'item.read',
  'page-broken': 'page.broken',
  'campaign-complete': 'campaign.completed',
  'deliveries-failed': 'deliveries.failed',
} as const satisfies Record<string, string>

export type AlertSign = keyof typeof alertSigns

/** What gathers the alerts of a day into one message. */
export const morningEvent = 'alerts.morning'

/** Mails to members, by the seconds after which it makes no more sense to send them. */
export const mailTypes = {
  'mail.invitation': Number.POSITIVE_INFINITY,
  'mail.sign-in': 15 * 60,
  'mail.report': 24 * 60 * 60,
} as const satisfies Record<string, number>

export type MailType = keyof typeof mailTypes

export type HappeningType = WebhookEvent | (typeof alertSigns)[AlertSign]

/** An event that webhooks and alerts may want, by ids: its body is put together when it is sent. */
export interface Happening {
  organization: string
  type: HappeningType
  /** Unique among the events of its type in the organization: no webhook gets it twice. */
  key: string
  content?: string
  visit?: string
  campaign?: string
  /** The template of a broken page, or the item that was read. */
  detail?: string
  /** Of `item.read`: how long the item had been read before, and now. */
  fromMs?: number
  toMs?: number
  at: number
  /** The outbox adds when the next morning begins, for alerts that are gathered. */
  morning?: number
}

export const mostWebhooks = 20
/** How many finished deliveries of a webhook are stored and listed. */
export const mostDeliveries = 10
