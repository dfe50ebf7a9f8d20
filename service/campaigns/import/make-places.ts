import type { Logger } from 'pino'
import type { Database } from '../../base/database/database.ts'
import { analyzeGrown } from '../../base/database/sql.ts'
import { transact } from '../../base/database/transaction.ts'
import type { JobHandlers, JobKind, LeasedJob } from '../../base/jobs/job.ts'
import type { Jobs } from '../../base/jobs/jobs.ts'
import { finishJob, postponeJob } from '../../base/jobs/sql.ts'
import type { NoticeOutbox } from '../../base/outbox/outbox.ts'
import { lookUpLanguage } from '../../base/words/language.ts'
import { changeLanguages, enqueueRegenerations } from '../../content/generation-sql.ts'
import { insertContents } from '../../content/sql.ts'
import { makeProspects, type WantedProspect } from '../../prospects/sql.ts'
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
  finishPlaces,
  type PendingPlace,
} from './sql.ts'

/** How many are made in one transaction, during which nothing else runs on the embedded database. */
const placesAtOnce = 50
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

interface Taken {
  /** In how many seconds the next step is due; left out if nothing is left to do. */
  nextSeconds?: number
  enqueued: JobKind[]
}

/** Creates the job of a campaign. It works in steps, each one transaction, until nothing is left to do. */
export function createCampaignWork({ db, log, jobs, templates, outbox }: WorkOptions): JobHandlers {
  async function step(key: CampaignKey, atOnce: number, job?: LeasedJob): Promise<void> {
    const found = await findCampaign(db, key)
    // Read before the transaction, which holds the only connection of the embedded database.
    const template = found && (await templates.getSound(key.organization, found.template))
    const { nextSeconds, enqueued } = await transact(db, async (trx): Promise<Taken> => {
      const campaign = await lockCampaign(trx, key)
      const taken = campaign ? await takeStep(trx, { key, campaign, template, outbox, atOnce }) : nothing
      if (job)
        await (taken.nextSeconds === undefined
          ? finishJob(trx, job)
          : postponeJob(trx, job, taken.nextSeconds))
      return taken
    })
    for (const kind of enqueued) jobs.wake(kind)
    await analyzeGrown(db, ['place', 'prospect', 'content', 'job'])
    if (nextSeconds !== undefined) setTimeout(() => jobs.wake('campaign'), nextSeconds * 1000)
  }

  /** Continues one by one, and leaves out the places that fail. */
  async function giveUp(job: LeasedJob): Promise<void> {
    const key = keyOf(job)
    for (let left = placesAtOnce; left > 0; left--)
      await step(key, 1).catch(async (error) => {
        log.error({ err: error }, 'a person of a campaign could not be invited')
        await transact(db, async (trx) => {
          await lockCampaign(trx, key)
          const failed = await findPendingPlaces(trx, key, 1)
          await finishPlaces(
            trx,
            key,
            failed.map((place) => ({ ...place, problem: notMade })),
          )
        })
      })
    await postponeJob(db, job, waitSeconds)
  }

  return { handle: (job) => step(keyOf(job), placesAtOnce, job), giveUp }
}

function keyOf({ organization, subject }: LeasedJob): CampaignKey {
  return { organization, campaign: subject }
}

const nothing: Taken = { enqueued: [] }

interface Step {
  key: CampaignKey
  campaign: CampaignRow
  template: Template | undefined
  outbox: WorkOptions['outbox']
  atOnce: number
}

async function takeStep(trx: Database, step: Step): Promise<Taken> {
  const { key, campaign, atOnce } = step
  if (campaign.status === 'deleted')
    return (await deleteSomeOfCampaign(trx, key)) ? { ...nothing, nextSeconds: 0 } : nothing
  if ((await countUnfinished(trx, key, mostUnfinished)) >= mostUnfinished)
    return { ...nothing, nextSeconds: waitSeconds }
  const pending = await findPendingPlaces(trx, key, atOnce)
  if (pending.length > 0) return { enqueued: await makePlaces(trx, step, pending), nextSeconds: 0 }
  return notifyCompleted(trx, step)
}

/** Notifies webhooks when the records of all lists are completed, once for all lists since the last notice. */
async function notifyCompleted(trx: Database, { key, campaign, outbox }: Step): Promise<Taken> {
  const { ended_lists: ended } = campaign
  if (campaign.told_lists >= ended) return nothing
  if ((await countUnfinished(trx, key, 1)) > 0) return { ...nothing, nextSeconds: 1 }
  await setCampaign(trx, key, { told_lists: ended })
  const at = Date.now()
  await outbox.add(trx, { ...key, type: 'campaign.completed', key: `${key.campaign} ${ended}`, at })
  return { enqueued: ['deliver'] }
}

const tooMuch = 'additional: there is more of this person than 16 KiB; the list adds nothing to it'

/** Makes prospects and records of places. What a list says of those who have both is merged, and their records made again. */
async function makePlaces(
  trx: Database,
  { key, campaign, template }: Step,
  places: PendingPlace[],
): Promise<JobKind[]> {
  const { organization } = key
  const people = places.map((place) => toProspect(key, place))
  const made = await makeProspects(trx, { organization, test: false }, people)
  const ends = places.map((place, at) => {
    const { prospect, refused } = made[at] as (typeof made)[number]
    return {
      ...place,
      hasRecord: place.prospect !== null,
      prospect: prospect.id,
      problem: refused ? tooMuch : null,
    }
  })
  const fresh = ends.filter(({ hasRecord }) => !hasRecord)
  const known = ends.filter(({ hasRecord }) => hasRecord)
  const contents = fresh.map(({ prospect, content: id, pattern, control, person }) => ({
    user: campaign.user_name,
    wanted: {
      prospect,
      template: campaign.template,
      language: languageOf(person, template) ?? campaign.language,
    },
    templateVersion: template?.version,
    place: { campaign: key.campaign, id, pattern, control },
  }))
  await insertContents(trx, organization, contents)
  await changeLanguages(
    trx,
    organization,
    known.map(({ content, person }) => ({ content, language: languageOf(person, template) })),
  )
  // Once their records are there, on which they hang.
  await finishPlaces(trx, key, ends)
  await enqueueRegenerations(trx, organization, { id: known.map(({ content }) => content) })
  const isEnriched = made.some(({ prospect }) => prospect.status === 'enriched')
  return isEnriched ? ['enrich', 'generate', 'regenerate'] : ['enrich']
}

function toProspect(
  { campaign }: CampaignKey,
  { key, person: { email, emailKey, facts, additional: more } }: PendingPlace,
): WantedProspect {
  const additional = Object.keys(more).length > 0 ? new Map(Object.entries(more)) : undefined
  const said = { source: `list:${campaign}`, facts, additional }
  return emailKey === undefined ? { said, answer: `list:${key}` } : { said, email, emailKey }
}

function languageOf({ language }: ListedFacts, template: Template | undefined): string | undefined {
  const isOffered = language && template && lookUpLanguage(template.languages, language) !== undefined
  return isOffered ? language : undefined
}
