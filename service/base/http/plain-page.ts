import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** Looks like the console: the colours are those of `design/tokens.css`. */
const style = `
:root { color-scheme: light dark; --ground: #f6f5f2; --card: #fffefc; --ink: #1d1b22; --line: #e3dfe6; --accent: #5b2fc9; --on: #fff }
@media (prefers-color-scheme: dark) {
:root { --ground: #131217; --card: #1c1b22; --ink: #efedf4; --line: #34313d; --accent: #b79cff; --on: #1a1029 } }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 25rem; margin: 20vh auto; padding: 0 1rem; background: var(--ground); color: var(--ink) }
main { padding: 1.75rem; border: 1px solid var(--line); border-radius: 12px; background: var(--card); overflow-wrap: anywhere }
h1 { margin: 0; line-height: 1.2 }
a { color: var(--accent) }
label { display: block; margin: 0 0 1rem }
form + form { margin-top: 1.5rem }
button { font: inherit; font-weight: 600; width: 100%; padding: .4rem; border: 0; border-radius: 8px; background: var(--accent); color: var(--on) }
button:focus-visible { outline: 3px solid; outline-offset: 2px }`

/** Only its own form, and no frame around it. */
const safety = {
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
}

interface PlainPage {
  title: string
  body: string
  /** `Referrer-Policy`, and others beside those that every such page has. */
  headers: Record<string, string>
}

/** Sends a page without a script, for links in mails: a heading, a sentence, a form. */
export function sendPlainPage(
  reply: FastifyReply,
  status: number,
  { title, body, headers }: PlainPage,
): FastifyReply {
  return reply
    .code(status)
    .headers({ ...safety, ...headers })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Motif</title><style>${style}</style></head><body><main>${body}</main></body></html>
`)
}
