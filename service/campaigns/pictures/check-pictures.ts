import type { Logger } from 'pino'
import type { ContentItem } from '../../../wire/record.ts'
import type { Database } from '../../base/database/database.ts'
import type { JobHandlers, LeasedJob } from '../../base/jobs/job.ts'
import { finishJob, postponeJob } from '../../base/jobs/sql.ts'
import { shortHash } from '../../base/words/short-hash.ts'
import type { Template } from '../../templates/template.ts'
import type { Templates } from '../../templates/templates.ts'
import { type CampaignKey, findCampaign } from '../sql.ts'
import { areRecordsUnderWay } from '../work-sql.ts'
import type { PictureAsker } from './ask-pictures.ts'
import { hasMissingPictures, setMissingPictures } from './missing-sql.ts'
import { hasPictures, picturesOf } from './picture-urls.ts'
import { contentsOfCampaign, findPictures, keepPictures } from './sql.ts'

/** At most so many different pictures of a campaign are checked; the others are not reported. */
const mostAsked = 2000
/** After this time the results are stored, and the job continues after others. */
const turnMs = 20_000
const keptAtOnce = 50
const underWaySeconds = 1

interface PictureCheckOptions {
  db: Database
  log: Logger
  templates: Pick<Templates, 'getSound'>
  /** False: no picture is requested. */
  checksPictures: boolean
  ask: PictureAsker
}

/**
 * Creates the job that finds the pictures of a campaign that do not exist, once its records are made. Each different
 * address is requested once; one with an answer is not requested again, even after a kill.
 */
export function createPictureChecks(options: PictureCheckOptions): JobHandlers {
  const { db, log, templates, checksPictures, ask } = options

  async function handle(job: LeasedJob): Promise<void> {
    const key = { organization: job.organization, campaign: job.subject }
    const campaign = await findCampaign(db, key)
    const template = campaign && (await templates.getSound(key.organization, campaign.template))
    if (!checksPictures || !template || campaign.status === 'deleted') return finishJob(db, job)
    if (await areRecordsUnderWay(db, key)) return postponeJob(db, job, underWaySeconds)
    const known = await findPictures(db, key)
    const { isOver } = await askFor(key, await unknownOf(key, template, known), known)
    if (!isOver) return postponeJob(db, job, 0)
    await noteMissing(key, template, known)
    await finishJob(db, job)
  }

  /** Different addresses that were not checked yet, up to the limit. */
  async function unknownOf(key: CampaignKey, template: Template, known: Answers): Promise<string[]> {
    const wanted = new Set<string>()
    if (!hasPictures(template)) return []
    for await (const records of contentsOfCampaign(db, key))
      for (const { content } of records)
        for (const { url } of picturesIn(content, template)) {
          if (wanted.size + known.size >= mostAsked) return [...wanted]
          if (!known.has(shortHash(url))) wanted.add(url)
        }
    return [...wanted]
  }

  /** Requests the pictures, and stores the answers in batches, and in `known`. */
  async function askFor(key: CampaignKey, urls: string[], known: Answers): Promise<{ isOver: boolean }> {
    let answers: Answers = new Map()
    let keeping = Promise.resolve()
    const keep = () => {
      const some = answers
      answers = new Map()
      if (some.size > 0) keeping = keeping.then(() => keepPictures(db, key, some))
    }
    const onAnswer = (url: string, answer: string) => {
      if (answer === 'silent') return
      known.set(shortHash(url), answer === 'found')
      answers.set(shortHash(url), answer === 'found')
      if (answers.size >= keptAtOnce) keep()
    }
    const asked = await ask(urls, onAnswer, Date.now() + turnMs)
    keep()
    await keeping
    return asked
  }

  async function noteMissing(key: CampaignKey, template: Template, known: Answers): Promise<void> {
    const isNoted = await hasMissingPictures(db, key)
    if (!isNoted && ![...known.values()].includes(false)) return
    let people = 0
    for await (const records of contentsOfCampaign(db, key)) {
      const missing = records.flatMap(({ id, content }) =>
        picturesIn(content, template)
          .filter(({ url }) => known.get(shortHash(url)) === false)
          .map(({ position, item, url }) => ({ content: id, position, item, url })),
      )
      people += missing.length
      const ids = records.map(({ id }) => id)
      if (isNoted || missing.length > 0) await setMissingPictures(db, key, ids, missing)
    }
    log.info({ people }, 'pictures of a campaign do not exist')
  }

  return { handle, giveUp: (job) => finishJob(db, job) }
}

type Answers = Map<string, boolean>

function picturesIn(content: string, template: Template) {
  return picturesOf(JSON.parse(content) as ContentItem[], template)
}
