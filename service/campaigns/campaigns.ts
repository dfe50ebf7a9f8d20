import { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { Owner } from '../access/sql.ts'
import { limitEach } from '../base/concurrency.ts'
import type { Database, InTransaction } from '../base/database/database.ts'
import { transact } from '../base/database/transaction.ts'
import type { Jobs } from '../base/jobs/jobs.ts'
import type { NoticeOutbox } from '../base/outbox/outbox.ts'
import { DomainError, invalidField } from '../base/words/errors.ts'
import { readLanguage } from '../base/words/language.ts'
import { readEncoding } from '../prospects/lists/encodings.ts'
import { readCorrections } from '../prospects/lists/list-column.ts'
import { spoolList } from '../prospects/lists/spool-list.ts'
import type { Utm } from '../templates/link.ts'
import type { Templates } from '../templates/templates.ts'
import type { Campaign, CampaignPictures, ListTally } from './campaign.ts'
import { campaignFile, type FileKind, fileName } from './files/files-out.ts'
import { type ImportWatch, importList } from './import/import-list.ts'
import { createCampaignWork } from './import/make-places.ts'
import { type Lift, liftOf } from './lift/lift.ts'
import { findMadeGoal, listCompared, readGroups } from './lift/sql.ts'
import type { ListQuery, NewCampaignBody } from './operations.ts'
import { allPlaces, isWide } from './people/sql.ts'
import { findBrokenPictures, sumLacking } from './review/lacking.ts'
import { groupLacking } from './review/sql.ts'
import { type CampaignKey, describeCampaign, findKnownCampaign, insertCampaign, readUtm } from './sql.ts'

/** The campaigns of organizations: see `createCampaigns`. */
export type Campaigns = ReturnType<typeof createCampaigns>

interface CampaignsOptions {
  db: Database
  log: Logger
  jobs: Pick<Jobs, 'wake'>
  templates: Pick<Templates, 'getSound' | 'assertOffered'>
  outbox: Pick<NoticeOutbox, 'add'>
  /** Whether pictures are asked for, and which addresses may be reached. */
  checksPictures: boolean
  allowPrivateAddresses: boolean
}

/**
 * How many batches of an organization's lists are stored at once. Each holds a connection to the database, also while it waits for another
 * one of its campaign: a crowd of lists would leave none for others.
 */
const batchesAtOnce = 4

/** Creates the room of the campaigns. An unknown id throws `not-found`. */
export function createCampaigns(options: CampaignsOptions) {
  const { db, jobs, templates, checksPictures, allowPrivateAddresses } = options
  const storing = limitEach(batchesAtOnce)

  async function find(key: CampaignKey) {
    const row = await findKnownCampaign(db, key)
    return { row, template: await templates.getSound(key.organization, row.template) }
  }

  return {
    /** Throws what is wrong with the name, the template or the language. `keep` runs in its transaction. */
    async create(
      { organization, user }: Pick<Owner, 'organization' | 'user'>,
      { template, control = 0, status = 'open', utm = {}, ...wanted }: NewCampaignBody,
      keep?: InTransaction<Campaign>,
    ): Promise<Campaign> {
      const name = readName(wanted.name)
      const language = readLanguage(wanted.language)
      await templates.assertOffered(organization, template, language)
      const campaign = { user_name: user, name, template, language, control, status, utm: acceptUtm(utm) }
      return transact(db, async (trx) => {
        const made = await describeCampaign(trx, await insertCampaign(trx, organization, campaign))
        await keep?.(trx, made)
        return made
      })
    },
    async get(key: CampaignKey): Promise<Campaign> {
      return describeCampaign(db, await findKnownCampaign(db, key))
    },
    /** Imports a list: resolves when every line is committed. `columns`: see `readCorrections`, `encoding`: `readEncoding`. */
    async import(
      key: CampaignKey,
      list: AsyncIterable<Uint8Array>,
      {
        columns,
        encoding,
        ...watched
      }: ImportWatch & Partial<Record<keyof ListQuery, string | undefined>> = {},
    ): Promise<ListTally> {
      const corrections = columns === undefined ? undefined : readCorrections(columns)
      const row = await findKnownCampaign(db, key)
      const spooled = await spoolList(list, undefined, readEncoding(encoding))
      try {
        const inTurn = <T>(work: () => Promise<T>) => storing(key.organization, work)
        const tally = await importList(spooled, key, { db, jobs, corrections, inTurn, ...watched })
        return { ...tally, ...(await readGroups(db, row)) }
      } finally {
        await spooled.close()
      }
    },
    /** A file, produced while it is read. Its `problems` are the lines that cannot be used, as they came, with what is wrong. */
    async file(key: CampaignKey, what: FileKind): Promise<{ name: string; text: Readable }> {
      const { row, template } = await find(key)
      const titles = row.columns.map(({ title }) => title)
      const text = campaignFile(what, {
        titles,
        wide: /[^\0-\x7f]/.test(titles.join('')) || (await isWide(db, key)),
        linked: { page: template?.page, utm: readUtm(row.utm) },
        hasGroups: row.control > 0,
        places: allPlaces(db, key, { links: undefined, results: false, problems: true }[what]),
      })
      return { name: fileName(row.name, what), text: Readable.from(text, { objectMode: false }) }
    },
    async lacking(key: CampaignKey): Promise<ReturnType<typeof sumLacking>> {
      const { template } = await find(key)
      return sumLacking(await groupLacking(db, key), template)
    },
    async pictures(key: CampaignKey): Promise<CampaignPictures> {
      const { template } = await find(key)
      if (!checksPictures) return { asked: 0, broken: [] }
      return findBrokenPictures(db, key, template?.page, { allowPrivateAddresses })
    },
    /** Whether its personal pages won anything. Throws `not-made-for-that` without a goal or a control group. */
    async lift(key: CampaignKey): Promise<Lift> {
      const { row, template } = await find(key)
      if (row.control === 0)
        throw new DomainError(
          'not-made-for-that',
          'The campaign has no control group to compare with: give a new campaign one, "control": 10, before its first list.',
        )
      const wanted = template?.goal
      const made = await findMadeGoal(db, key)
      // Pages measure the goal with which they were made.
      const goal = made === undefined ? wanted : (made ?? undefined)
      if (goal === undefined)
        throw new DomainError(
          'not-made-for-that',
          wanted === undefined
            ? `The template ${row.template} has no goal: mark one of its analytics items as the goal, and update the pages.`
            : `The pages were made before the template ${row.template} had the goal ${wanted}: update them.`,
        )
      return liftOf({ goal, control: row.control, rows: await listCompared(db, key) })
    },
    work: createCampaignWork(options),
  }
}

/** JSON: the values that are given, trimmed; an empty one is none. */
export function acceptUtm(utm: Utm): string {
  const given = Object.entries(utm).map(([name, text]) => [name, text.replace(/\p{C}+/gu, ' ').trim()])
  return JSON.stringify(Object.fromEntries(given.filter(([, text]) => text !== '')))
}

const longestName = 200

export function readName(text: string): string {
  const name = text
    .replace(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .trim()
  if (name !== '' && name.length <= longestName) return name
  throw invalidField(`name: must be a text of 1 to ${longestName} characters.`)
}
