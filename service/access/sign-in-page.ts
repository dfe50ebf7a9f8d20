import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '../base/words/escape-html.ts'
import type { Owner } from './tokens.ts'

/** Looks like the console: the colours are those of `design/tokens.css`. */
const style = `
:root { color-scheme: light dark; --ground: #f6f5f2; --card: #fffefc; --ink: #1d1b22; --line: #e3dfe6; --accent: #5b2fc9; --on: #fff }
@media (prefers-color-scheme: dark) {
:root { --ground: #131217; --card: #1c1b22; --ink: #efedf4; --line: #34313d; --accent: #b79cff; --on: #1a1029 } }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 25rem; margin: 20vh auto; padding: 0 1rem; background: var(--ground); color: var(--ink) }
main { padding: 1.75rem; border: 1px solid var(--line); border-radius: 12px; background: var(--card) }
h1 { margin: 0; line-height: 1.2 }
a { color: var(--accent) }
label { display: block; margin: 0 0 1rem }
form + form { margin-top: 1.5rem }
button { font: inherit; font-weight: 600; width: 100%; padding: .4rem; border: 0; border-radius: 8px; background: var(--accent); color: var(--on) }
button:focus-visible { outline: 3px solid; outline-offset: 2px }`

/** Only its own form, and no frame around it. `same-origin` lets the form send its origin. */
const headers = {
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
}

/**
 * Sends the page that a sign-in link opens. It has one button for each organization, because mail scanners open links and
 * would use them up. Without any it says `why` nobody is signed in.
 */
export function signInPage(reply: FastifyReply, offers: Offer[], why = isOver): FastifyReply {
  const body = offers.length > 0 ? `<h1>Sign in to Motif</h1>${offers.map(invitation).join('')}` : why
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in – Motif</title><style>${style}</style></head><body><main>${body}</main></body></html>
`
  return reply
    .code(offers.length > 0 ? 200 : 404)
    .headers(headers)
    .type('text/html; charset=utf-8')
    .send(html)
}

/** As whom a link signs in. */
export interface Offer {
  owner: Pick<Owner, 'organization' | 'user' | 'role'>
  link: string
}

function invitation({ owner: { organization, user, role }, link }: Offer): string {
  return `<form method="post" action="/console/sign-in">
<p>As ${escapeHtml(user)} of ${escapeHtml(organization)}, with the role ${role}.</p>
<input type="hidden" name="link" value="${escapeHtml(link)}">
<label><input type="checkbox" name="keep"> Keep me signed in</label>
<button type="submit">Sign in</button></form>`
}

/** Why a link signs nobody in. */
const isOver = `<h1>This link no longer works</h1>
<p>It has been used already, or is too old. Ask for a new one, or <a href="/console">sign in another way</a>.</p>`
