import { escapeHtml } from '../../base/words/html.ts'

/** One thing that an alert tells, in words. */
export interface AlertEntry {
  /** A sign before it: `🔥`. */
  icon: string
  /** `João Schmidt`, or the template or campaign that it is about. */
  who: string
  /** `Financial Controller at Vertexstack`. */
  about?: string | undefined
  /** `clicked Book a demo`. */
  what: string
  /** `read Customer quote for 17 s`, `2nd visit`, `Spring launch`, `Owner: Tom Reed`. */
  details: string[]
  /** Where more is to be seen. */
  link: string
}

/** What an alert says. */
export interface AlertText {
  /** Above several entries: `Since yesterday morning: 12 signs of interest`. */
  title?: string | undefined
  entries: AlertEntry[]
  /** How many more there are, beside `entries`. */
  more: number
  /** Where all are to be seen. */
  link: string
}

/** What of a text is shown: one line, so long at most. */
const longest = { who: 80, about: 160, what: 200, detail: 100 }
/** How many entries one message shows: Teams takes 28 KB. */
export const mostEntries = 15

/** One line of at most so many characters. Characters that turn the direction of a text or cannot be seen are left out. */
function line(text: string, most: number): string {
  const characters = [
    ...text
      .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  ]
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`
}

/** An entry whose texts are lines. */
function lined({ icon, who, about, what, details, link }: AlertEntry): Required<Omit<AlertEntry, 'about'>> & {
  about: string
} {
  return {
    icon,
    who: line(who, longest.who),
    about: about ? line(about, longest.about) : '',
    what: line(what, longest.what),
    details: details.slice(0, 6).map((detail) => line(detail, longest.detail)),
    link,
  }
}

/** An entry as one line of plain text: `João Schmidt, Financial Controller at Vertexstack, clicked Book a demo`. */
function headlineOf(entry: AlertEntry): string {
  const { who, about, what } = lined(entry)
  return about ? `${who}, ${about}, ${what}` : `${who} ${what}`
}

/** The whole alert as one line. */
function summaryLine({ title, entries }: AlertText): string {
  return title ?? (entries[0] ? headlineOf(entries[0]) : '')
}

const moreOf = (more: number) => `And ${more} more.`

/** The body for an incoming webhook of Slack. https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export function toSlack(text: AlertText): object {
  const { title, entries, more, link } = text
  const blocks = [
    ...(title ? [section(`*${slackText(title)}*`)] : []),
    ...entries.map(slackBlock),
    ...(more > 0 ? [section(`${moreOf(more)} <${slackUrl(link)}|Open Today>`)] : []),
  ]
  return { text: slackText(summaryLine(text)), blocks }
}

function slackBlock(entry: AlertEntry): object {
  const { icon, who, about, what, details, link } = lined(entry)
  const head = `${icon} *${slackText(who)}*${about && `, ${slackText(about)},`} ${slackText(what)}`
  return section(`${head}\n${[...details.map(slackText), `<${slackUrl(link)}|Open>`].join(' · ')}`)
}

/** `verbatim`: addresses, channels and names in the text do not become links. */
function section(text: string): object {
  return { type: 'section', text: { type: 'mrkdwn', text, verbatim: true } }
}

/**
 * A text that is shown as it is: `<!channel>` would call everybody. The signs of bold, struck and code text, of italics
 * around a word, and of `:emoji:` have no escape, so they are replaced by ones that look the same.
 * https://docs.slack.dev/messaging/formatting-message-text
 */
function slackText(text: string): string {
  return text
    .replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign)
    .replace(/[*~`]/g, (sign) => ({ '*': '∗', '~': '∼', '`': 'ˋ' })[sign] ?? sign)
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, 'ˍ')
    .replace(/:([\p{L}\p{N}_+'-]{1,100}):/gu, '∶$1∶')
}

function slackUrl(url: string): string {
  return url.replace(/[<>|]/g, encodeURIComponent).replaceAll('&', '&amp;')
}

/**
 * The body for a webhook of Teams' Workflows: a message with an adaptive card. Rich text blocks show a text as it is; text
 * blocks would read Markdown. https://adaptivecards.io/explorer/RichTextBlock.html
 */
export function toTeams({ title, entries, more, link }: AlertText): object {
  const [only] = entries
  const target = entries.length === 1 && only ? only.link : link
  const body = [
    ...(title ? [richText([run(title, { weight: 'Bolder', size: 'Medium' })])] : []),
    ...entries.flatMap(teamsBlocks),
    ...(more > 0 ? [richText([run(moreOf(more), { isSubtle: true })])] : []),
  ]
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body,
    actions: [{ type: 'Action.OpenUrl', title: 'Open', url: target }],
  }
  const contentType = 'application/vnd.microsoft.card.adaptive'
  return { type: 'message', attachments: [{ contentType, contentUrl: null, content }] }
}

function teamsBlocks(entry: AlertEntry): object[] {
  const { icon, who, about, what, details, link } = lined(entry)
  const name = {
    ...run(who, { weight: 'Bolder' }),
    selectAction: { type: 'Action.OpenUrl', url: link },
  }
  const head = richText([run(`${icon} `), name, run(`${about && `, ${about},`} ${what}`)])
  return details.length > 0
    ? [head, richText([run(details.join(' · '), { isSubtle: true })], 'None')]
    : [head]
}

function richText(inlines: object[], spacing = 'Default'): object {
  return { type: 'RichTextBlock', spacing, inlines }
}

/** Some clients read Markdown in runs after all: without the sign that cannot be seen, `](` would make a link. */
function run(text: string, style: object = {}): object {
  return { type: 'TextRun', text: text.replaceAll('](', ']\u200b('), ...style }
}

/** A mail: its subject, its text and its HTML. */
interface MailText {
  subject: string
  text: string
  html: string
}

/** The mail, with the address by which its reader ends it. It has no picture that would tell who reads. */
export function toMail(text: AlertText, unsubscribe: string): MailText {
  const { entries, more, link, title } = text
  const ending = 'You get this because somebody gave your address to Motif for alerts.'
  const lines = entries.map(lined)
  return {
    subject: line(summaryLine(text), 180),
    text: [
      ...(title ? [title, ''] : []),
      ...lines.flatMap((entry) => [headlineOf(entry), entry.details.join(' · '), entry.link, '']),
      ...(more > 0 ? [`${moreOf(more)} ${link}`, ''] : []),
      '-- ',
      ending,
      `No more of these: ${unsubscribe}`,
      '',
    ].join('\n'),
    html: page(
      [
        ...(title ? [`<h1 style="font-size:18px;margin:0 0 16px">${escapeHtml(title)}</h1>`] : []),
        ...lines.map(htmlEntry),
        ...(more > 0 ? [`<p>${moreOf(more)} <a href="${escapeHtml(link)}">Open Today</a></p>`] : []),
      ],
      `${ending} <a href="${escapeHtml(unsubscribe)}">No more of these</a>`,
    ),
  }
}

function htmlEntry({ icon, who, about, what, details, link }: ReturnType<typeof lined>): string {
  const head = `${icon} <a href="${escapeHtml(link)}"><b>${escapeHtml(who)}</b></a>${about && `, ${escapeHtml(about)},`} ${escapeHtml(what)}`
  return `<p style="margin:0 0 16px">${head}<br><span style="color:#666">${escapeHtml(details.join(' · '))}</span></p>`
}

/** A page of a mail, in the few styles that mail programs know. */
export function page(parts: string[], ending: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Motif</title></head>
<body style="font:15px/1.5 system-ui,sans-serif;color:#1d1b22;max-width:600px;margin:0 auto;padding:24px">
${parts.join('\n')}
<p style="color:#666;font-size:13px;border-top:1px solid #ddd;padding-top:12px">${ending}</p>
</body></html>
`
}
