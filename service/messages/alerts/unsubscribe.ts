import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from '../../base/database/database.ts'
import { ensureSetting } from '../../base/database/settings.ts'

/** What the report of Mondays is called among subscriptions. */
export const reportSubscription = 'report'

/** What a reader can end: an alert, or the report of Mondays. */
export interface Subscription {
  organization: string
  /** Id of the alert, or `reportSubscription`. */
  of: string
  address: string
}

/** A token that ends one subscription, and works without a session. It does not expire: mails are kept for years. */
export async function subscriptionToken(db: Database, subscription: Subscription): Promise<string> {
  const { organization, of, address } = subscription
  const body = Buffer.from(JSON.stringify([organization, of, address])).toString('base64url')
  return `${body}.${await sign(db, body)}`
}

/** The subscription of a token; undefined if Motif did not make it. */
export async function readSubscription(db: Database, token: string): Promise<Subscription | undefined> {
  const [body = '', signature = ''] = token.split('.')
  const expected = Buffer.from(await sign(db, body))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const [organization = '', of = '', address = ''] = JSON.parse(
    Buffer.from(body, 'base64url').toString(),
  ) as string[]
  return { organization, of, address }
}

async function sign(db: Database, body: string): Promise<string> {
  const key = await ensureSetting(db, 'unsubscribe_key', () => randomBytes(32).toString('base64url'))
  return createHmac('sha256', key).update(body).digest('base64url')
}
