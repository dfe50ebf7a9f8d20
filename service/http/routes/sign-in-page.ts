import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Owner } from '../../store/tokens.ts'

const style = `
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 24rem; margin: 20vh auto; padding: 0 1rem }
button { font: inherit; padding: .6rem 1.4rem; border: 0; border-radius: .4rem; background: #2b4fd8; color: #fff }
button:focus-visible { outline: 3px solid; outline-offset: 2px }`

/** Nothing but its own form, and no frame around it. `same-origin` lets the form say where it comes from. */
const headers = {
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
}

/**
 * The page that a sign-in link opens: one button, because programs that look through mails open links and would use it
 * up. Without `owner` it says that the link is good no more.
 */
export function signInPage(reply: FastifyReply, owner: Owner | undefined, link: string): FastifyReply {
  const body = owner ? invitation(owner, link) : refusal
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in – Motif</title><style>${style}</style></head><body><main>${body}</main></body></html>
`
  return reply
    .code(owner ? 200 : 404)
    .headers(headers)
    .type('text/html; charset=utf-8')
    .send(html)
}

function invitation({ organization, user, role }: Owner, link: string): string {
  return `<h1>Sign in to Motif</h1>
<p>As ${escaped(user)} of ${escaped(organization)}, with the role ${role}.</p>
<form method="post" action="/console/sign-in"><input type="hidden" name="link" value="${escaped(link)}">
<button type="submit">Sign in</button></form>`
}

const refusal = `<h1>This link signs in no more</h1>
<p>It was used already, or is too old. Ask for a new one, or <a href="/console">sign in with an access token</a>.</p>`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
}
