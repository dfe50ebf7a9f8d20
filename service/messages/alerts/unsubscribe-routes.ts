import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { findMembersByAddress, setReport } from '../../access/members.ts'
import type { Database } from '../../base/database/database.ts'
import { parseEmail } from '../../base/words/email.ts'
import { escapeHtml } from '../../base/words/escape-html.ts'
import { removeAddress } from './sql.ts'
import { readSubscription, reportSubscription, type Subscription } from './unsubscribe.ts'

interface UnsubscribeOptions {
  db: Database
  outbox: { forget(organization: string): void }
}

interface Asked {
  Querystring: { token?: string }
}

/**
 * Registers `/unsubscribe`, which the mails of alerts name. It needs no session. GET shows one button, because scanners of
 * mails open links; POST ends the subscription, also for a mail program that sends it by itself (RFC 8058).
 */
export async function unsubscribeRoutes(
  app: FastifyInstance,
  { db, outbox }: UnsubscribeOptions,
): Promise<void> {
  await app.register(async (scope) => {
    // What the form says is `List-Unsubscribe=One-Click`, or nothing: the address says it all.
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
      scope.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: 16_384 }, (_request, _body, done) =>
        done(null, undefined),
      )
    scope.get<Asked>('/unsubscribe', async ({ query }, reply) => {
      const found = await readSubscription(db, String(query.token ?? ''))
      return found ? page(reply, 200, question(found)) : page(reply, 404, unknown)
    })
    scope.post<Asked>('/unsubscribe', async ({ query }, reply) => {
      const found = await readSubscription(db, String(query.token ?? ''))
      if (!found) return page(reply, 404, unknown)
      await end(db, found)
      outbox.forget(found.organization)
      return page(reply, 200, ended(found))
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
    of === reportSubscription
      ? ['report on Mondays', 'Alerts stay as they are.']
      : ['alerts', 'Other alerts stay as they are.']
  return `<h1>No more ${what}?</h1>
<p>${escapeHtml(address)} gets no more of these mails. ${others}</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`
}

function ended({ of }: Subscription): string {
  const again =
    of === reportSubscription
      ? 'switch the report on again in the console, under Settings.'
      : 'ask a colleague to make the alert again, under Settings.'
  return `<h1>Unsubscribed</h1>
<p>You get no more of these mails. If that was a mistake, ${again}</p>`
}

const unknown = `<h1>This link ends nothing</h1>
<p>It is not whole. Open it from the mail again.</p>`

/** Looks like the console: the colours are those of `design/tokens.css`. */
const style = `
:root { color-scheme: light dark; --ground: #f6f5f2; --card: #fffefc; --ink: #1d1b22; --line: #e3dfe6; --accent: #5b2fc9; --on: #fff }
@media (prefers-color-scheme: dark) {
:root { --ground: #131217; --card: #1c1b22; --ink: #efedf4; --line: #34313d; --accent: #b79cff; --on: #1a1029 } }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 25rem; margin: 20vh auto; padding: 0 1rem; background: var(--ground); color: var(--ink) }
main { padding: 1.75rem; border: 1px solid var(--line); border-radius: 12px; background: var(--card); overflow-wrap: anywhere }
h1 { margin: 0; line-height: 1.2 }
button { font: inherit; font-weight: 600; width: 100%; padding: .4rem; border: 0; border-radius: 8px; background: var(--accent); color: var(--on) }
button:focus-visible { outline: 3px solid; outline-offset: 2px }`

const headers = {
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
  'Cache-Control': 'no-store',
}

function page(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Unsubscribe – Motif</title><style>${style}</style></head><body><main>${body}</main></body></html>
`)
}
