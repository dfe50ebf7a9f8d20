import type { GuardOptions } from '../../base/net/address-guard.ts'
import { escapeHtml } from '../../base/words/html.ts'
import { type AttemptOutcome, attemptPost, failed, lineOf } from '../attempt.ts'
import { type Mail, noMailServer, type SendMail } from '../mail.ts'
import { heading, linked, mailOf } from '../mail-text.ts'
import type { AlertRow } from '../receivers-sql.ts'

/** One thing that an alert tells: `🔥`, `João Schmidt`, `Financial Controller at Vertexstack`, `clicked Book a demo`. */
export interface AlertEntry {
  icon: string
  who: string
  about?: string | undefined
  what: string
  /** `read Customer quote for 17 s`, `2nd visit`, `Spring launch`, `Owner: Tom Reed`. */
  details: string[]
  link: string
}

/** What an alert says. */
export interface AlertText {
  /** Above several entries: `Since yesterday morning: 12 things`. */
  title?: string | undefined
  entries: AlertEntry[]
  /** How many more there are, beside `entries`. */
  more: number
  link: string
}

const longest = { who: 80, about: 160, what: 200, detail: 100 }
/** How many entries one message shows: Teams takes 28 KB. */
export const mostEntries = 15

function lined({ icon, who, about = '', what, details, link }: AlertEntry) {
  return {
    icon,
    who: lineOf(who, longest.who),
    about: lineOf(about, longest.about),
    what: lineOf(what, longest.what),
    details: details.slice(0, 6).map((detail) => lineOf(detail, longest.detail)),
    link,
  }
}

/** An entry as one line of plain text: `João Schmidt, Financial Controller at Vertexstack, clicked Book a demo`. */
function headlineOf(entry: AlertEntry): string {
  const { who, about, what } = lined(entry)
  return about ? `${who}, ${about}, ${what}` : `${who} ${what}`
}

const summaryLine = ({ title, entries }: AlertText) => title ?? entries.map(headlineOf)[0] ?? ''

const moreOf = (more: number) => `And ${more} more.`

/** The body for an incoming webhook of Slack. https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
function toSlack(text: AlertText): object {
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

/** `<!channel>` would call everybody. https://docs.slack.dev/messaging/formatting-message-text */
function slackText(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign)
}

function slackUrl(url: string): string {
  return url.replace(/[<>|]/g, encodeURIComponent).replaceAll('&', '&amp;')
}

/** An adaptive card of rich text blocks: text blocks would read Markdown. https://adaptivecards.io/explorer/RichTextBlock.html */
function toTeams({ title, entries, more, link }: AlertText): object {
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
    actions: [{ type: 'Action.OpenUrl', title: 'Open', url: entries.length === 1 ? entries[0]?.link : link }],
  }
  const contentType = 'application/vnd.microsoft.card.adaptive'
  return { type: 'message', attachments: [{ contentType, contentUrl: null, content }] }
}

function teamsBlocks(entry: AlertEntry): object[] {
  const { icon, who, about, what, details, link } = lined(entry)
  const name = run(who, { weight: 'Bolder', selectAction: { type: 'Action.OpenUrl', url: link } })
  const head = richText([run(`${icon} `), name, run(`${about && `, ${about},`} ${what}`)])
  return [head, richText([run(details.join(' · '), { isSubtle: true })], 'None')]
}

function richText(inlines: object[], spacing = 'Default'): object {
  return { type: 'RichTextBlock', spacing, inlines }
}

/** Some clients read Markdown in runs after all: without the sign that cannot be seen, `](` would make a link. */
function run(text: string, style: object = {}): object {
  return { type: 'TextRun', text: text.replaceAll('](', ']\u200b('), ...style }
}

/** The mail, with the address by which its reader ends it. */
function toMail(text: AlertText, to: string, end: string): Omit<Mail, 'id'> {
  const { title, entries, more, link } = text
  return mailOf({
    to,
    subject: lineOf(summaryLine(text), 180),
    parts: [
      ...(title ? [heading(title)] : []),
      ...entries.map(mailEntry),
      ...(more > 0 ? [linked(moreOf(more), link)] : []),
    ],
    ending: 'You get this because somebody gave your address to Motif for alerts.',
    end,
  })
}

function mailEntry(entry: AlertEntry) {
  const { icon, who, about, what, details, link } = lined(entry)
  const name = `<a href="${escapeHtml(link)}"><b>${escapeHtml(who)}</b></a>`
  const head = `${icon} ${name}${escapeHtml(`${about && `, ${about},`} ${what}`)}`
  const more = details.join(' · ')
  return {
    text: [headlineOf(entry), more, link].join('\n'),
    html: `<p style="margin:0 0 16px">${head}<br><span style="color:#666">${escapeHtml(more)}</span></p>`,
  }
}

export interface AlertSenders extends GuardOptions {
  /** Undefined if no mail server is set. */
  sendMail: SendMail | undefined
  /** The address by which the reader of an alert, or of the report, ends it. */
  unsubscribeUrl(organization: string, of: string, address: string): Promise<string>
}

/** Sends a text to one receiver of an alert, once; `address` is '' if it goes by no mail. It never throws. */
export async function sendAlert(
  { organization, id: alert, kind, url }: AlertRow,
  { address, id }: { address: string; id?: string },
  text: AlertText,
  senders: AlertSenders,
): Promise<AttemptOutcome> {
  if (kind !== 'mail') return postAlert(url ?? '', kind === 'slack' ? toSlack(text) : toTeams(text), senders)
  if (!senders.sendMail) return failed(noMailServer)
  const end = await senders.unsubscribeUrl(organization, alert, address)
  return senders.sendMail({ ...toMail(text, address, end), ...(id !== undefined && { id }) })
}

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors */
const gone = [401, 403, 404, 410]
const refused = [400, 413]

async function postAlert(url: string, body: object, guard: GuardOptions): Promise<AttemptOutcome> {
  const outcome = await attemptPost({ url, body: JSON.stringify(body) }, guard)
  const isOff = gone.includes(outcome.status ?? 0)
  return { ...outcome, isOff, isFinal: isOff || refused.includes(outcome.status ?? 0) }
}
