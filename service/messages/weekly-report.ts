import { lockMember, type MemberRow } from '../access/members.ts'
import type { Database } from '../base/database/database.ts'
import type { JobHandlers, LeasedJob } from '../base/jobs/job.ts'
import { finishJob, postponeJob } from '../base/jobs/sql.ts'
import { mailTypes } from '../base/outbox/happenings.ts'
import { escapeHtml } from '../base/words/html.ts'
import { lastMonday, type Morning, nextMonday, weekBefore } from '../base/words/morning.ts'
import { countOf } from '../base/words/text.ts'
import type { CampaignReports } from '../campaigns/campaign-reports.ts'
import type { Lift } from '../campaigns/lift/lift.ts'
import { readNamedFaults } from '../events/live/today.ts'
import { type CampaignSpan, listCampaignsIn, type SpanSums, sumSpan } from '../events/week-sql.ts'
import { page } from './alerts/alert-text.ts'
import { type AlertSources, faultWords } from './alerts/alert-words.ts'
import { unsubscribeHeaders } from './alerts/deliver-alert.ts'
import { reportSubscription } from './alerts/unsubscribe.ts'
import type { Mail } from './mail.ts'
import { addMail } from './mail-sql.ts'

interface WeeklyReportOptions {
  db: Database
  morning: Morning
  /** Call it after a mail was enqueued. */
  wake(): void
  /** Milliseconds since 1970. */
  now?: () => number
}

/**
 * Creates the job that gives the outbox a member's report when Monday begins, once, and waits for the next one. If the
 * service was down for the whole day, that report is left out.
 */
export function createWeeklyReports({
  db,
  morning,
  wake,
  now = () => Date.now(),
}: WeeklyReportOptions): JobHandlers {
  const untilMonday = (at: number) => (nextMonday(at, morning) - at) / 1000

  async function handle(job: LeasedJob): Promise<void> {
    const { organization, subject: member } = job
    const at = now()
    const monday = lastMonday(at, morning)
    const isDue = at - monday < mailTypes['mail.report'] * 1000
    const isAdded = await db.transaction().execute(async (trx) => {
      const row = await lockMember(trx, organization, member)
      if (!row?.report) {
        await finishJob(trx, job)
        return false
      }
      if (isDue)
        await addMail(trx, { organization, type: 'mail.report', address: row.email, member, at: monday })
      await postponeJob(trx, job, untilMonday(at))
      return isDue
    })
    if (isAdded) wake()
  }

  return {
    handle,
    giveUp: (job) => db.transaction().execute((trx) => postponeJob(trx, job, untilMonday(now()))),
  }
}

/** What the report is written from. */
export interface ReportSources extends AlertSources {
  campaigns: Pick<CampaignReports, 'lift'>
  morning: Morning
  unsubscribeUrl(organization: string, of: string, address: string): Promise<string>
}

/** How many campaigns, and how many broken things, the report names. */
const most = { campaigns: 10, broken: 10 }

/** The report that a member gets on a Monday: on the seven days before it. */
export async function writeReport(
  sources: ReportSources,
  { organization, email }: Pick<MemberRow, 'organization' | 'email'>,
  monday: number,
): Promise<Omit<Mail, 'id'>> {
  const { db, campaigns, morning, publicUrl, unsubscribeUrl } = sources
  const span = weekBefore(monday, morning)
  const listed = await listCampaignsIn(db, organization, span, most.campaigns)
  const told = listed.map(async (campaign) => {
    const isCompared = campaign.control > 0
    const lift = isCompared
      ? await campaigns.lift(organization, campaign.id).catch(() => undefined)
      : undefined
    return { ...campaign, ...(lift && { lift }) }
  })
  const report: ReportedWeek = {
    organization,
    days: daysOf(span, morning),
    week: await sumSpan(db, organization, span),
    before: await sumSpan(db, organization, weekBefore(span.from, morning)),
    campaigns: await Promise.all(told),
    broken: (await readNamedFaults(sources, organization)).map(faultWords),
  }
  const url = await unsubscribeUrl(organization, reportSubscription, email)
  return { to: email, ...reportMail(report, { base: publicUrl(), url }), headers: unsubscribeHeaders(url) }
}

/** What a report tells of a week. */
interface ReportedWeek {
  organization: string
  /** `16 to 22 November`. */
  days: string
  week: SpanSums
  before: SpanSums
  campaigns: (CampaignSpan & { lift?: Lift })[]
  broken: string[]
}

/** `30 November to 6 December`: the first day, and the last. */
function daysOf({ from, to }: { from: number; to: number }, { timeZone }: Morning): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'long' })
  return `${format.format(from)} to ${format.format(to - 1)}`
}

/** The report as a mail, in text and in HTML. */
export function reportMail(
  { organization, days, week, before, campaigns, broken }: ReportedWeek,
  { base, url }: { base: string; url: string },
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const came = week.people === 0 ? 'nobody came' : `${people(week.people)} came`
  const subject = `Last week: ${came}, ${goals(week.goals)} (${organization})`.replace(/\s+/g, ' ')
  const title = `${days}: ${came}`
  const figures = figuresOf(week).map((figure, at) => `${figure} (the week before: ${figuresOf(before)[at]})`)
  const lines = campaigns.map(({ id, name, came, reached, lift }) => ({
    name,
    link: `${base}/console/campaigns/${id}`,
    words: `${people(came)} came, ${reached} reached the goal.${lift ? ` ${liftWords(lift)}` : ''}`,
  }))
  const faults = [
    ...broken.slice(0, most.broken),
    ...(broken.length > most.broken ? [`And ${broken.length - most.broken} more.`] : []),
  ]
  const isGood = faults.length === 0
  const [good, ending] = [
    'Nothing is broken.',
    'You get this on Mondays because you asked for it under Settings.',
  ]
  return {
    subject,
    text: [
      title,
      '',
      ...figures.map((figure) => `- ${figure}`),
      '',
      ...lines.flatMap(({ name, words, link }) => [`${oneLine(name)}: ${words}`, link, '']),
      ...(isGood ? [good] : ['What is broken:', ...faults.map((each) => `- ${oneLine(each)}`)]),
      '',
      `Who to call: ${base}/console`,
      '',
      '-- ',
      ending,
      `No more of these: ${url}`,
      '',
    ].join('\n'),
    html: page(
      [
        `<h1 style="font-size:18px">${escapeHtml(title)}</h1>`,
        listOf(figures),
        ...lines.map(
          ({ name, words, link }) =>
            `<p><a href="${escapeHtml(link)}"><b>${escapeHtml(name)}</b></a>: ${escapeHtml(words)}</p>`,
        ),
        isGood ? `<p>${good}</p>` : `<p><b>What is broken</b></p>${listOf(faults)}`,
        `<p><a href="${escapeHtml(base)}/console">Who to call</a></p>`,
      ],
      `${ending} <a href="${escapeHtml(url)}">No more of these</a>`,
    ),
  }
}

function figuresOf(sums: SpanSums): string[] {
  return [people(sums.people), countOf(sums.visits, 'visit'), goals(sums.goals), minutes(sums.ms)]
}

function listOf(texts: string[]): string {
  return `<ul>${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`
}

const verdictWords: Record<Lift['verdict'], string> = {
  'too-early': 'Too early to tell.',
  'not-sure-yet': 'Not sure yet.',
  better: 'The personal pages do better.',
  worse: 'The personal pages do worse.',
}

/** `Since it began, 35 % of those who saw a personal page reached the goal, and 23 % of the others. Not sure yet.` */
function liftWords({ personal, control, verdict }: Lift): string {
  if (!personal || !control) return verdictWords[verdict]
  const share = ({ rate }: { rate: number }) => `${Math.round(rate * 100)} %`
  return `Since it began, ${share(personal)} of those who saw a personal page reached the goal, and ${share(control)} of the others. ${verdictWords[verdict]}`
}

const people = (number: number) => countOf(number, 'person', 'people')
const goals = (number: number) => countOf(number, 'goal')
const minutes = (ms: number) =>
  `${ms < 60_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`} of reading`
/** Names may have any sign in them: none begins a line of its own. */
const oneLine = (text: string) => text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
