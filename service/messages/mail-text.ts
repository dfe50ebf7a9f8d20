import { escapeHtml } from '../base/words/html.ts'
import type { Mail } from './mail.ts'

/** A part of a mail, as text and as HTML. It has no picture that would tell who reads. */
interface MailPart {
  text: string
  html: string
}

export function heading(words: string): MailPart {
  return { text: words, html: `<h1 style="font-size:18px;margin:0 0 16px">${escapeHtml(words)}</h1>` }
}

export function paragraph(words: string): MailPart {
  return { text: words, html: `<p>${escapeHtml(words)}</p>` }
}

export function bulletList(items: string[]): MailPart {
  const html = items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')
  return { text: items.map((item) => `- ${item}`).join('\n'), html: `<ul>${html}</ul>` }
}

/** Words that lead somewhere, and what stands behind them. */
export function linked(words: string, url: string, rest = ''): MailPart {
  const link = `<a href="${escapeHtml(url)}"><b>${escapeHtml(words)}</b></a>`
  return { text: `${words}${rest}\n${url}`, html: `<p>${link}${escapeHtml(rest)}</p>` }
}

interface MailWords {
  to: string
  subject: string
  parts: MailPart[]
  ending: string
  /** The address by which the reader ends such mails, by one POST without a session: RFC 8058. */
  end?: string
}

/** A mail, in the few styles that mail programs know. */
export function mailOf({ to, subject, parts, ending, end }: MailWords): Omit<Mail, 'id'> {
  const why = end ? `${ending}\nNo more of these: ${end}` : ending
  const link = end ? ` <a href="${escapeHtml(end)}">No more of these</a>` : ''
  return {
    to,
    subject,
    text: [...parts.map(({ text }) => text), `-- \n${why}\n`].join('\n\n'),
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Motif</title></head>
<body style="font:15px/1.5 system-ui,sans-serif;color:#1d1b22;max-width:600px;margin:0 auto;padding:24px">
${parts.map(({ html }) => html).join('\n')}
<p style="color:#666;font-size:13px;border-top:1px solid #ddd;padding-top:12px">${ending}${link}</p>
</body></html>
`,
    ...(end && {
      headers: { 'List-Unsubscribe': `<${end}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    }),
  }
}
