import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { findMembersByAddress, setReport } from '../../access/members.ts'
import type { Database } from '../../base/database/database.ts'
import { ensureSetting } from '../../base/database/settings.ts'
import { sendPlainPage } from '../../base/http/plain-page.ts'
import { parseEmail } from '../../base/words/addresses.ts'
import { escapeHtml } from '../../base/words/html.ts'
import { removeAddress } from '../receivers-sql.ts'

/** What the report of Mondays is called among subscriptions. */
export const reportSubscription = 'report'

/** What a reader can end: an alert, or the report of Mondays. */
interface Subscription {
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
async function readSubscription(db: Database, token: string): Promise<Subscription | undefined> {
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

/**
 * Registers `/unsubscribe`, which mails name. It needs no session. GET shows one button, because scanners of mails open links;
 * POST ends the subscription, also for a mail program that sends it by itself (RFC 8058).
 */
export async function unsubscribeRoutes(
  app: FastifyInstance,
  { db, outbox }: { db: Database; outbox: { forget(organization: string): void } },
): Promise<void> {
  await app.register(async (scope) => {
    // What the form says is `List-Unsubscribe=One-Click`, or nothing: the address says it all.
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
      scope.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: 16_384 }, (_request, _body, done) =>
        done(null, undefined),
      )
    scope.route<{ Querystring: { token?: string } }>({
      method: ['GET', 'POST'],
      url: '/unsubscribe',
      async handler({ method, query }, reply) {
        const found = await readSubscription(db, String(query.token ?? ''))
        if (!found) return page(reply, 404, unknown)
        if (method !== 'POST') return page(reply, 200, question(found))
        await end(db, found)
        outbox.forget(found.organization)
        return page(reply, 200, ended)
      },
    })
  })
}

async function end(db: Database, { organization, of, address }: Subscription): Promise<void> {
  if (of !== reportSubscription) return removeAddress(db, organization, of, address)
  const members = await findMembersByAddress(db, parseEmail(address))
  for (const { id: member, ...theirs } of members)
    if (theirs.organization === organization) await setReport(db, { organization, member }, undefined)
}

function question({ of, address }: Subscription): string {
  const [what, others] =
    of === reportSubscription ? ['report on Mondays', 'Alerts'] : ['alerts', 'Other alerts']
  return `<h1>No more ${what}?</h1>
<p>${escapeHtml(address)} gets no more of these mails. ${others} stay as they are.</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`
}

const ended = `<h1>Unsubscribed</h1>
<p>You get no more of these mails. If that was a mistake: they can be switched on again in the console, under Settings.</p>`
const unknown = `<h1>This link ends nothing</h1>
<p>It is not whole. Open it from the mail again.</p>`

function page(reply: FastifyReply, status: number, body: string): FastifyReply {
  const headers = { 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' }
  return sendPlainPage(reply, status, { title: 'Unsubscribe', body, headers })
}
