import { Type } from '@fastify/type-provider-typebox'
import type { Logger } from 'pino'
import type { Owner } from '../access/tokens.ts'
import { limitEach } from '../base/concurrency.ts'
import type { Database, InTransaction } from '../base/database/database.ts'
import { transact } from '../base/database/transaction.ts'
import { keyOf, readPage, readPageQuery, readSort } from '../base/http/list-page.ts'
import type { Jobs } from '../base/jobs/jobs.ts'
import type { NoticeOutbox } from '../base/outbox/outbox.ts'
import { DomainError } from '../base/words/errors.ts'
import { isId } from '../base/words/ids.ts'
import { readLanguage } from '../base/words/language.ts'
import { enqueueRegenerations } from '../content/regeneration-sql.ts'
import { setReview } from '../content/review-sql.ts'
import { readCorrections } from '../prospects/lists/list-column.ts'
import { spoolList } from '../prospects/lists/spool-list.ts'
import type { Utm } from '../templates/link.ts'
import type { Templates } from '../templates/templates.ts'
import type {
  Campaign,
  CampaignChangeBody,
  CampaignPerson,
  CampaignsQuery,
  ListTally,
  MendedFields,
  NewCampaignBody,
  ReviewBody,
  ReviewChange,
} from './campaign.ts'
import { createCampaignReports } from './campaign-reports.ts'
import { recallCorrections } from './headers-sql.ts'
import { type ImportWatch, importList } from './import/import-list.ts'
import { createCampaignWork } from './import/make-places.ts'
import { type LineNumber, mendLine, putLineAside } from './import/mend-line.ts'
import { type CampaignPart, campaignSorts, countCampaigns, listCampaigns, toCampaign } from './list-sql.ts'
import { type ReadingParameters, readBeginning } from './read-beginning.ts'
import {
  type CampaignRow,
  campaignKey,
  deleteCampaign,
  findKnownCampaign,
  insertCampaign,
  throwUnknownCampaign,
  updateCampaign,
} from './sql.ts'

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
  /** Called after the commit when links of a campaign may show something else. */
  onHidden(): void
}

const longestName = 200

/**
 * How many batches of an organization's lists are stored at once. Each holds a connection to the database, also while it waits for another
 * one of its campaign: a crowd of lists would leave none for others.
 */
const batchesAtOnce = 4

/** Creates the room of the campaigns. An unknown id throws `not-found`. */
export function createCampaigns(options: CampaignsOptions) {
  const { db, jobs, templates, onHidden } = options
  const storing = limitEach(batchesAtOnce)

  async function withCounts(rows: CampaignRow[]): Promise<Campaign[]> {
    const [first] = rows
    if (!first) return []
    const counts = await countCampaigns(
      db,
      first.organization,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => ({ ...toCampaign(row), ...counts.get(row.id) }))
  }

  async function withCount(row: CampaignRow): Promise<Campaign> {
    const [campaign] = await withCounts([row])
    return campaign as Campaign
  }

  const reports = createCampaignReports(options)

  return {
    ...reports,
    /** Throws what is wrong with the name, the template or the language. `keep` runs in its transaction. */
    async create(
      { organization, user }: Pick<Owner, 'organization' | 'user'>,
      wanted: NewCampaignBody,
      keep?: InTransaction<Campaign>,
    ): Promise<Campaign> {
      const name = readName(wanted.name)
      const language = readLanguage(wanted.language)
      await templates.assertOffered(organization, wanted.template, language)
      const row = await transact(db, async (trx) => {
        const made = await insertCampaign(trx, organization, {
          user,
          name,
          template: wanted.template,
          language,
          control: wanted.control ?? 0,
          status: wanted.status ?? 'open',
          utm: acceptUtm(wanted.utm ?? {}),
        })
        await keep?.(trx, toCampaign(made))
        return made
      })
      return toCampaign(row)
    },
    async get(organization: string, id: string): Promise<Campaign> {
      return withCount(await findKnownCampaign(db, organization, id))
    },
    async list(
      organization: string,
      query: CampaignsQuery,
    ): Promise<{ campaigns: Campaign[]; next?: string }> {
      const { rows, ...more } = await readPage(
        readCampaignList(query),
        (wanted) => listCampaigns(db, organization, wanted),
        ({ key, id: campaign }) => [key, campaign],
      )
      return { campaigns: await withCounts(rows), ...more }
    },
    async update(
      organization: string,
      id: string,
      { name, status, control, utm }: CampaignChangeBody,
    ): Promise<Campaign> {
      const change = {
        status,
        control,
        utm: utm && acceptUtm(utm),
        name: name === undefined ? undefined : readName(name),
      }
      const key = { organization, campaign: id }
      const row = isId(id) ? await updateCampaign(db, key, change) : undefined
      if (status !== undefined) onHidden()
      return withCount(row ?? throwUnknownCampaign())
    },
    /** Deletes a campaign at once; the rows of its records and events are deleted soon after. */
    async remove(organization: string, id: string): Promise<void> {
      const isGone = isId(id) && (await deleteCampaign(db, { organization, campaign: id }))
      if (!isGone) throwUnknownCampaign()
      onHidden()
      jobs.wake()
    },
    /** Imports a list: resolves when every line is committed. `columns` is JSON: see `readCorrections`. */
    async import(
      organization: string,
      id: string,
      list: AsyncIterable<Uint8Array>,
      watch: ImportWatch & { columns?: string | undefined } = {},
    ): Promise<ListTally> {
      const { columns, ...watched } = watch
      const corrections = columns === undefined ? undefined : readCorrections(columns)
      const row = await findKnownCampaign(db, organization, id)
      const spooled = await spoolList(list)
      try {
        const inTurn = <T>(work: () => Promise<T>) => storing(organization, work)
        return await importList(spooled, campaignKey(row), { db, jobs, corrections, inTurn, ...watched })
      } finally {
        await spooled.close()
      }
    },
    /** Reads a list, or its beginning, as an import would: see `readBeginning`. */
    readList: (organization: string, list: AsyncIterable<Uint8Array>, parameters: ReadingParameters) =>
      readBeginning(list, parameters, (titles) => recallCorrections(db, organization, titles)),
    /** Mends a line that cannot be used: see `mendLine`. */
    async mend(
      organization: string,
      id: string,
      which: LineNumber,
      fields: MendedFields,
    ): Promise<CampaignPerson> {
      const row = await findKnownCampaign(db, organization, id)
      const place = await mendLine(db, campaignKey(row), which, fields)
      jobs.wake('campaign')
      return reports.person(organization, id, place)
    },
    /** Approves pages, or has them wait again: see `setReview`. */
    async setReview(
      organization: string,
      id: string,
      { review, ...reviewed }: ReviewBody,
      keep: InTransaction<ReviewChange>,
    ): Promise<ReviewChange> {
      const row = await findKnownCampaign(db, organization, id)
      return transact(db, async (trx) => {
        const change = { changed: await setReview(trx, campaignKey(row), reviewed, review) }
        await keep(trx, change)
        return change
      })
    },
    async setAside(organization: string, id: string, which: LineNumber): Promise<void> {
      const row = await findKnownCampaign(db, organization, id)
      await putLineAside(db, campaignKey(row), which)
    },
    /** Enqueues the regeneration of all its records from the template's current version. Links stay. */
    async regenerate(organization: string, id: string, keep?: InTransaction<Campaign>): Promise<Campaign> {
      const row = await findKnownCampaign(db, organization, id)
      const campaign = await withCount(row)
      await transact(db, async (trx) => {
        await enqueueRegenerations(trx, organization, { campaign: row.id })
        await keep?.(trx, campaign)
      })
      jobs.wake()
      return campaign
    },
    work: createCampaignWork(options),
  }
}

const longestUtm = 200

/** The values that are given, trimmed; an empty one is none. */
function acceptUtm(utm: Utm): Utm {
  const given = Object.entries(utm).map(
    ([name, text]) => [name, text.replace(/\p{C}+/gu, ' ').trim()] as const,
  )
  for (const [name, text] of given)
    if (text.length > longestUtm)
      throw new DomainError('invalid-field', `utm.${name}: must be at most ${longestUtm} characters.`)
  return Object.fromEntries(given.filter(([, text]) => text !== ''))
}

function readName(text: string): string {
  const name = text
    .replace(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .trim()
  if (name !== '' && name.length <= longestName) return name
  throw new DomainError('invalid-field', `name: must be a text of 1 to ${longestName} characters.`)
}

const positions = {
  created: Type.Tuple([keyOf.time, keyOf.id]),
  name: Type.Tuple([keyOf.text, keyOf.id]),
}

/** Reads the query of the list of campaigns. Throws `invalid-field` that names the parameter. */
function readCampaignList(asked: CampaignsQuery): CampaignPart {
  const sorting = readSort(asked.sort ?? '-created', campaignSorts)
  return { ...sorting, ...readPageQuery(asked, positions[sorting.sort]) }
}
