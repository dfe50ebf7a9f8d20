import type { Logger } from 'pino'
import type { Database } from '../../base/database/database.ts'
import { transact } from '../../base/database/transaction.ts'
import { type JobHandlers, type LeasedJob, LostJob } from '../../base/jobs/job.ts'
import type { Jobs } from '../../base/jobs/jobs.ts'
import { finishJob, postponeJob } from '../../base/jobs/sql.ts'
import type { NoticeOutbox } from '../../base/outbox/outbox.ts'
import { DomainError } from '../../base/words/errors.ts'
import { lookUpLanguage } from '../../base/words/language.ts'
import { changeLanguage, enqueueRegenerations } from '../../content/generation-sql.ts'
import { insertContent } from '../../content/sql.ts'
import { findSearchAnswer, keepSearchAnswer } from '../../prospects/directory-sql.ts'
import {
  createOrFillProspect,
  createOrMergeProspect,
  findAndLockProspect,
  lockProspectsOf,
  mergeIntoProspect,
} from '../../prospects/sql.ts'
import type { Template } from '../../templates/template.ts'
import type { Templates } from '../../templates/templates.ts'
import {
  type CampaignKey,
  type CampaignRow,
  findCampaign,
  type ListedFacts,
  lockCampaign,
  setCampaign,
} from '../sql.ts'
import { notMade } from './keep-lines.ts'
import {
  countUnfinished,
  deleteSomeOfCampaign,
  findPendingPlaces,
  finishPlace,
  type PendingPlace,
} from './sql.ts'

/**
 * How many are made in one transaction. It takes some ten milliseconds, during which nothing else runs on the embedded
 * database.
 */
const placesAtOnce = 10
/** No more records than these are in progress at once, because a prospect must be enriched within a minute. */
const mostUnfinished = 200
const waitSeconds = 0.2

interface WorkOptions {
  db: Database
  log: Logger
  jobs: Pick<Jobs, 'wake'>
  templates: Pick<Templates, 'getSound'>
  outbox: Pick<NoticeOutbox, 'add'>
}

/** Creates the job of a campaign. It works in steps, each one transaction, until nothing is left to do. */
export function createCampaignWork({ db, log, jobs, templates, outbox }: WorkOptions): JobHandlers {
  async function step(job: LeasedJob, atOnce: number): Promise<void> {
    const key = { organization: job.organization, campaign: job.subject }
    // Read before the transaction, which holds the only connection of the embedded database.
    const found = await findCampaign(db, key)
    const template = found && (await templates.getSound(key.organization, found.template))
    await transact(db, async (trx) => {
      const campaign = await lockCampaign(trx, key)
      const delaySeconds = campaign && (await takeStep(trx, { key, campaign, template, outbox, atOnce }))
      if (delaySeconds !== undefined) return postponeJob(trx, job, delaySeconds)
      await finishJob(trx, job)
    })
    jobs.wake('campaign', 'enrich', 'generate', 'regenerate', 'deliver')
  }

  /** Continues one by one, and leaves out the place that fails. */
  async function giveUp(job: LeasedJob): Promise<void> {
    try {
      await step(job, 1)
    } catch (error) {
      if (error instanceof LostJob) throw error
      log.error({ err: error }, 'a person of a campaign could not be invited')
      const key = { organization: job.organization, campaign: job.subject }
      await transact(db, async (trx) => {
        const [place] = (await lockCampaign(trx, key)) ? await findPendingPlaces(trx, key, 1) : []
        if (place) await finishPlace(trx, key, { ...place, problem: notMade })
        await postponeJob(trx, job, place ? 0 : waitSeconds)
      })
    }
  }

  return { handle: (job) => step(job, placesAtOnce), giveUp }
}

interface Step {
  key: CampaignKey
  campaign: CampaignRow
  template: Template | undefined
  outbox: WorkOptions['outbox']
  /** How many places the step makes. */
  atOnce: number
}

/** Does one step. Returns in how many seconds the next one is due; undefined where nothing is left. */
async function takeStep(trx: Database, step: Step): Promise<number | undefined> {
  const { key, campaign, atOnce } = step
  if (campaign.status === 'deleted') return (await deleteSomeOfCampaign(trx, key)) ? 0 : undefined
  if ((await countUnfinished(trx, key, mostUnfinished)) >= mostUnfinished) return waitSeconds
  const pending = await findPendingPlaces(trx, key, atOnce)
  const emailKeys = pending.flatMap(({ person }) => person.emailKey ?? [])
  await lockProspectsOf(trx, key.organization, emailKeys)
  // In one order, so that two campaigns that make the same new people do not wait for each other.
  for (const place of pending.toSorted((one, other) => (one.key < other.key ? -1 : 1)))
    await makePlace(trx, step, place)
  if (pending.length > 0) return 0
  return notifyCompleted(trx, step)
}

/** Notifies webhooks when the records of all lists are completed, once for all lists since the last notice. */
async function notifyCompleted(trx: Database, { key, campaign, outbox }: Step): Promise<number | undefined> {
  const { ended_lists: ended } = campaign
  if (campaign.told_lists >= ended) return undefined
  if ((await countUnfinished(trx, key, 1)) > 0) return waitSeconds
  await setCampaign(trx, key, { told_lists: ended })
  await outbox.add(trx, {
    ...key,
    type: 'campaign.completed',
    key: `${key.campaign} ${ended}`,
    at: Date.now(),
  })
  return undefined
}

async function makePlace(
  trx: Database,
  { key, campaign, template }: Step,
  place: PendingPlace,
): Promise<void> {
  const { organization } = key
  const { prospect, problem } = await prospectOf(trx, key, place)
  const language = languageOf(place.person, template)
  if (place.prospect === null)
    await insertContent(trx, organization, {
      user: campaign.user_name,
      wanted: { prospect, template: campaign.template, language: language ?? campaign.language },
      templateVersion: template?.version,
      place: { campaign: key.campaign, id: place.content, pattern: place.pattern, control: place.control },
    })
  else if (language !== undefined) await changeLanguage(trx, organization, place.content, language)
  // Once its record is there, on which it hangs.
  await finishPlace(trx, key, { key: place.key, prospect, problem })
  if (place.prospect !== null) await enqueueRegenerations(trx, organization, { id: place.content })
}

/** The language that a list says of a person, if the template offers it. */
function languageOf({ language }: ListedFacts, template: Template | undefined): string | undefined {
  const isOffered = language && template && lookUpLanguage(template.languages, language) !== undefined
  return isOffered ? language : undefined
}

const tooMuch = 'additional: there is more of this person than 16 KiB; the list adds nothing to it'

/**
 * The prospect of a place, merged with what the list says. Where that is too much, the facts are merged without
 * `additional`.
 */
async function prospectOf(
  trx: Database,
  campaign: CampaignKey,
  place: PendingPlace,
): Promise<{ prospect: string; problem: string | null }> {
  try {
    return { prospect: await makeProspect(trx, campaign, place), problem: null }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const less = { ...place, person: { ...place.person, additional: {} } }
    return { prospect: await makeProspect(trx, campaign, less), problem: tooMuch }
  }
}

async function makeProspect(
  trx: Database,
  { organization, campaign }: CampaignKey,
  { key, person: { email, emailKey, facts, additional: more } }: PendingPlace,
): Promise<string> {
  const source = `list:${campaign}`
  const additional = Object.keys(more).length > 0 ? new Map(Object.entries(more)) : undefined
  if (email !== undefined && emailKey !== undefined) {
    const wanted = { source, email, emailKey, facts, additional, test: false }
    return (await createOrMergeProspect(trx, organization, wanted)).id
  }
  const known = await findSearchAnswer(trx, organization, `list:${key}`)
  const prospect = known ?? (await createOrFillProspect(trx, organization, { source, facts })).id
  // Of two campaigns at once, the later one fails here and finds the other's prospect when it is retried.
  if (!known && !(await keepSearchAnswer(trx, organization, `list:${key}`, prospect)))
    throw new Error('somebody else made this prospect just now')
  const found = await findAndLockProspect(trx, organization, prospect)
  if (!found) throw new Error('this prospect was erased just now')
  return (await mergeIntoProspect(trx, found, { said: { source, additional, facts } })).id
}
