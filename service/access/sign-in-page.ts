import type { FastifyReply } from 'fastify'
import { sendPlainPage } from '../base/http/plain-page.ts'
import { escapeHtml } from '../base/words/html.ts'
import type { Owner } from './tokens.ts'

/**
 * Sends the page that a sign-in link opens. It has one button for each organization, because mail scanners open links and
 * would use them up. Without any it says `why` nobody is signed in.
 */
export function signInPage(reply: FastifyReply, offers: Offer[], why = isOver): FastifyReply {
  const body = offers.length > 0 ? `<h1>Sign in to Motif</h1>${offers.map(invitation).join('')}` : why
  // `same-origin` lets the form send its origin.
  return sendPlainPage(reply, offers.length > 0 ? 200 : 404, {
    title: 'Sign in',
    body,
    headers: { 'Referrer-Policy': 'same-origin' },
  })
}

/** As whom a link signs in. */
interface Offer {
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
