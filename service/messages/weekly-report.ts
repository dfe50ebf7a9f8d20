import { findMember, type MemberRow } from '../access/members.ts'
import type { Database } from '../base/database/database.ts'
import { transact } from '../base/database/transaction.ts'
import type { JobHandlers, LeasedJob } from '../base/jobs/job.ts'
import { finishJob, postponeJob } from '../base/jobs/sql.ts'
import { mailTypes } from '../base/outbox/happenings.ts'
import { lastMonday, type Morning, nextMonday, weekBefore } from '../base/words/morning.ts'
import { countOf } from '../base/words/text.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import type { Lift } from '../campaigns/lift/lift.ts'
import { readNamedFaults } from '../events/today/faults.ts'
import { type CampaignSpan, listCampaignsIn, type SpanSums, sumSpan } from '../events/told-sql.ts'
import { type AlertSources, faultWords } from './alerts/alert-words.ts'
import { reportSubscription } from './alerts/unsubscribe.ts'
import { lineOf } from './attempt.ts'
import type { Mail } from './mail.ts'
import { bulletList, heading, linked, mailOf, paragraph } from './mail-text.ts'
import { addMail } from './sql.ts'

interface WeeklyReportOptions {
  db: Database
  morning: Morning
  /** Call it after a mail was enqueued. */
  wake(): void
}

/**
 * Creates the job that gives the outbox a member's report when Monday begins, once, and waits for the next one. If the
 * service was down for the whole day, that report is left out.
 */
export function createWeeklyReports({ db, morning, wake }: WeeklyReportOptions): JobHandlers {
  const again = (trx: Database, job: LeasedJob, now = Date.now()) =>
    postponeJob(trx, job, (nextMonday(now, morning) - now) / 1000)

  async function handle(job: LeasedJob): Promise<void> {
    const { organization, subject: member } = job
    const now = Date.now()
    const at = lastMonday(now, morning)
    await transact(db, async (trx) => {
      const row = await findMember(trx, organization, member, true)
      if (!row?.report) return finishJob(trx, job)
      if (now - at < mailTypes['mail.report'] * 1000)
        await addMail(trx, { organization, type: 'mail.report', address: row.email, member, at })
      await again(trx, job, now)
    })
    wake()
  }

  return { handle, giveUp: (job) => transact(db, (trx) => again(trx, job)) }
}

export interface ReportSources extends AlertSources {
  campaigns: Pick<Campaigns, 'lift'>
  morning: Morning
}

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
  const told = listed.map(async (each) => {
    const key = { organization, campaign: each.id }
    return each.control > 0 ? { ...each, lift: await campaigns.lift(key).catch(() => undefined) } : each
  })
  const report: ReportedWeek = {
    organization,
    days: daysOf(span, morning),
    week: await sumSpan(db, organization, span),
    before: await sumSpan(db, organization, weekBefore(span.from, morning)),
    campaigns: await Promise.all(told),
    broken: (await readNamedFaults(sources, organization)).map(faultWords),
  }
  const end = await unsubscribeUrl(organization, reportSubscription, email)
  return reportMail(report, { to: email, base: publicUrl(), end })
}

interface ReportedWeek {
  organization: string
  days: string
  week: SpanSums
  before: SpanSums
  campaigns: (CampaignSpan & { lift?: Lift | undefined })[]
  broken: string[]
}

/** `30 November to 6 December`: the first day, and the last. */
function daysOf({ from, to }: { from: number; to: number }, { timeZone }: Morning): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'long' })
  return `${format.format(from)} to ${format.format(to - 1)}`
}

/** The report as a mail. */
export function reportMail(
  { organization, days, week, before, campaigns, broken }: ReportedWeek,
  { to, base, end }: { to: string; base: string; end: string },
): Omit<Mail, 'id'> {
  const came = week.people === 0 ? 'nobody came' : `${people(week.people)} came`
  const figures = figuresOf(week).map((figure, at) => `${figure} (the week before: ${figuresOf(before)[at]})`)
  const told = campaigns.map(({ id, name, came, reached, lift }) => {
    const words = `${people(came)} came, ${reached} reached the goal.${lift ? ` ${liftWords(lift)}` : ''}`
    return linked(lineOf(name), `${base}/console/campaigns/${id}`, `: ${words}`)
  })
  const more = broken.length - most.broken
  const faults = [
    ...broken.slice(0, most.broken).map((each) => lineOf(each)),
    ...(more > 0 ? [`And ${more} more.`] : []),
  ]
  return mailOf({
    to,
    subject: lineOf(`Last week: ${came}, ${goals(week.goals)} (${organization})`),
    parts: [
      heading(`${days}: ${came}`),
      bulletList(figures),
      ...told,
      paragraph(faults.length === 0 ? 'Nothing is broken.' : 'What is broken:'),
      ...(faults.length > 0 ? [bulletList(faults)] : []),
      linked('Who to call', `${base}/console`),
    ],
    ending: 'You get this on Mondays because you asked for it under Settings.',
    end,
  })
}

function figuresOf({ people: came, visits, goals: reached, ms }: SpanSums): string[] {
  const time = ms < 60_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`
  return [people(came), countOf(visits, 'visit'), goals(reached), `${time} of reading`]
}

const verdictWords: Record<Lift['verdict'], string> = {
  'too-early': 'Too early to tell.',
  'not-sure-yet': 'Not sure yet.',
  better: 'The personal pages do better.',
  worse: 'The personal pages do worse.',
}

/** `Since it began, 12 % of those invited to a personal page reached the goal, and 8 % of the others. Not sure yet.` */
function liftWords({ personal, control, verdict }: Lift): string {
  if (!personal || !control) return verdictWords[verdict]
  const share = ({ rate }: { rate: number }) => `${Math.round(rate * 100)} %`
  return `Since it began, ${share(personal)} of those invited to a personal page reached the goal, and ${share(control)} of the others. ${verdictWords[verdict]}`
}

const people = (number: number) => countOf(number, 'person', 'people')
const goals = (number: number) => countOf(number, 'goal')
