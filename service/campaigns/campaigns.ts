import { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { Jobs } from '../jobs/jobs.ts'
import type {
  Campaign,
  CampaignBlank,
  CampaignGap,
  CampaignPerson,
  CampaignStatus,
  ListTally,
} from '../model/campaign.ts'
import { DomainError } from '../model/errors.ts'
import { isId } from '../model/ids.ts'
import type { JobHandlers } from '../model/job.ts'
import { readLanguage } from '../model/language.ts'
import { onePage } from '../model/one-page.ts'
import type { NoticeOutbox } from '../notices/outbox.ts'
import { groupBlanks, groupGaps } from '../store/campaign-gaps.ts'
import { countCampaigns, listCampaigns } from '../store/campaign-list.ts'
import { isCampaignBusy } from '../store/campaign-work.ts'
import {
  type CampaignKey,
  type CampaignRow,
  deleteCampaign,
  enqueueCampaignRegeneration,
  findCampaign,
  insertCampaign,
  updateCampaign,
} from '../store/campaigns.ts'
import type { Database } from '../store/database.ts'
import { groupMissingPictures } from '../store/missing-pictures.ts'
import { allPlaces, listPlaces } from '../store/places.ts'
import type { Owner } from '../store/tokens.ts'
import type { Templates } from '../templates/templates.ts'
import { sumBlanks } from './blanks.ts'
import { type CampaignListParameters, nextOf, readCampaignList } from './campaign-list.ts'
import { fileName, linksFile, resultsFile } from './files-out.ts'
import { sumGaps } from './gaps.ts'
import { type ImportProgress, importList } from './import-list.ts'
import { readCorrections } from './list/corrections.ts'
import { spoolList } from './list/receive-list.ts'
import { createCampaignWork } from './make-places.ts'
import { nextPlaces, type PeopleParameters, readPeopleQuery, toPerson } from './people.ts'
import { askPicture } from './pictures/ask-picture.ts'
import { createPictureAsker } from './pictures/ask-pictures.ts'
import { createPictureChecks } from './pictures/check-pictures.ts'
import { toCampaign } from './to-campaign.ts'

/** The fields of a new campaign, as they were sent. */
export interface WantedCampaign {
  name: string
  template: string
  language: string
}

/** A file of a campaign, produced while it is read. */
export interface CampaignFile {
  name: string
  text: Readable
}

/** Options of an import, and callbacks for its progress. */
export interface ImportWatch {
  /** JSON: see `readCorrections`. */
  columns?: string | undefined
  signal?: AbortSignal
  onProgress?(progress: ImportProgress): void
  onProblem?(line: number, problem: string): void
}

/** The campaigns of organizations: see `createCampaigns`. An unknown id throws `not-found`. */
export interface Campaigns {
  /**
   * Creates a campaign. Throws what is wrong with the name, the template or the language. `keep` runs in its
   * transaction.
   */
  create(
    owner: Pick<Owner, 'organization' | 'user'>,
    wanted: WantedCampaign,
    keep?: (trx: Database, campaign: Campaign) => Promise<void>,
  ): Promise<Campaign>
  get(organization: string, id: string): Promise<Campaign>
  list(organization: string, query: CampaignListParameters): Promise<{ campaigns: Campaign[]; next?: string }>
  update(
    organization: string,
    id: string,
    change: { name?: string; status?: CampaignStatus },
  ): Promise<Campaign>
  /** Deletes a campaign at once; its records and events are deleted soon after. */
  remove(organization: string, id: string): Promise<void>
  /** Imports a list: resolves when every line is committed. */
  import(
    organization: string,
    id: string,
    list: AsyncIterable<Uint8Array>,
    watch?: ImportWatch,
  ): Promise<ListTally>
  people(
    organization: string,
    id: string,
    query: PeopleParameters,
  ): Promise<{ people: CampaignPerson[]; next?: string }>
  links(organization: string, id: string): Promise<CampaignFile>
  results(organization: string, id: string): Promise<CampaignFile>
  gaps(organization: string, id: string): Promise<CampaignGap[]>
  blanks(organization: string, id: string): Promise<CampaignBlank[]>
  /** Whether records are still to be made, or pictures to be checked. */
  isBusy(organization: string, id: string): Promise<boolean>
  /** Enqueues the regeneration of all its records from the template's current version. Links stay. */
  regenerate(
    organization: string,
    id: string,
    keep?: (trx: Database, campaign: Campaign) => Promise<void>,
  ): Promise<Campaign>
  work: JobHandlers
  /** Finds the pictures that do not exist. */
  pictures: JobHandlers
}

export interface CampaignsOptions {
  db: Database
  log: Logger
  jobs: Pick<Jobs, 'wake'>
  templates: Pick<Templates, 'getSound' | 'assertOffered'>
  outbox: Pick<NoticeOutbox, 'add'>
  /** Whether pictures are checked, and which addresses may be reached. */
  checksPictures: boolean
  allowPrivateAddresses: boolean
  /** Called after the commit when links of a campaign may show something else. */
  onHidden(): void
}

const longestName = 200

/** Creates the room of the campaigns. */
export function createCampaigns(options: CampaignsOptions): Campaigns {
  const { db, log, jobs, templates, onHidden, checksPictures, allowPrivateAddresses } = options
  const askGuarded = (url: string) => askPicture(url, { allowPrivateAddresses })

  async function find(organization: string, id: string): Promise<CampaignRow> {
    const row = isId(id) ? await findCampaign(db, { organization, campaign: id }) : undefined
    return row ?? unknown()
  }

  async function counted(rows: CampaignRow[]): Promise<Campaign[]> {
    const [first] = rows
    if (!first) return []
    const counts = await countCampaigns(
      db,
      first.organization,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => ({ ...toCampaign(row), ...counts.get(row.id) }))
  }

  async function one(row: CampaignRow): Promise<Campaign> {
    const [campaign] = await counted([row])
    return campaign as Campaign
  }

  async function pageOf({ organization, template }: CampaignRow): Promise<string | undefined> {
    return (await templates.getSound(organization, template))?.page
  }

  async function file(organization: string, id: string, what: 'links' | 'results'): Promise<CampaignFile> {
    const row = await find(organization, id)
    const write = what === 'links' ? linksFile : resultsFile
    const text = write({
      columns: JSON.parse(row.columns) as string[],
      wide: row.wide,
      page: await pageOf(row),
      places: allPlaces(db, keyOf(row)),
    })
    return { name: fileName(row.name, what), text: Readable.from(text, { objectMode: false }) }
  }

  return {
    async create({ organization, user }, wanted, keep) {
      const name = readName(wanted.name)
      const language = readLanguage(wanted.language)
      await templates.assertOffered(organization, wanted.template, language)
      const row = await db.transaction().execute(async (trx) => {
        const made = await insertCampaign(trx, organization, {
          user,
          name,
          template: wanted.template,
          language,
        })
        await keep?.(trx, toCampaign(made))
        return made
      })
      return toCampaign(row)
    },
    async get(organization, id) {
      return one(await find(organization, id))
    },
    async list(organization, query) {
      const part = readCampaignList(query)
      const rows = await listCampaigns(db, organization, { ...part, limit: part.limit + 1 })
      const shown = rows.slice(0, part.limit)
      const last = shown.at(-1)
      const isMore = rows.length > part.limit && last
      return { campaigns: await counted(shown), ...(isMore && { next: nextOf(part.sort, last) }) }
    },
    async update(organization, id, { name, status }) {
      const change = { status, name: name === undefined ? undefined : readName(name) }
      const key = { organization, campaign: id }
      const row = isId(id) ? await updateCampaign(db, key, change) : undefined
      if (status !== undefined) onHidden()
      return one(row ?? unknown())
    },
    async remove(organization, id) {
      const isGone = isId(id) && (await deleteCampaign(db, { organization, campaign: id }))
      if (!isGone) unknown()
      onHidden()
      jobs.wake()
    },
    async import(organization, id, list, watch = {}) {
      const { columns, ...watched } = watch
      const corrections = columns === undefined ? undefined : readCorrections(columns)
      const row = await find(organization, id)
      const spooled = await spoolList(list)
      try {
        return await importList(spooled, keyOf(row), { db, jobs, corrections, ...watched })
      } finally {
        await spooled.close()
      }
    },
    async people(organization, id, parameters) {
      const row = await find(organization, id)
      const query = readPeopleQuery(parameters)
      const rows = await listPlaces(db, keyOf(row), { ...query, limit: query.limit + 1 })
      const page = await pageOf(row)
      const people = onePage(rows.slice(0, query.limit).map((place) => toPerson(place, page)))
      const last = rows[people.length - 1]
      const isMore = rows.length > people.length && last
      return {
        people,
        ...(isMore && { next: nextPlaces(query.sort, last) }),
      }
    },
    links: (organization, id) => file(organization, id, 'links'),
    results: (organization, id) => file(organization, id, 'results'),
    async gaps(organization, id) {
      const row = await find(organization, id)
      const [gaps, missing] = [await groupGaps(db, keyOf(row)), await groupMissingPictures(db, keyOf(row))]
      return sumGaps(gaps, missing, await templates.getSound(organization, row.template))
    },
    async blanks(organization, id) {
      return sumBlanks(await groupBlanks(db, keyOf(await find(organization, id))))
    },
    async isBusy(organization, id) {
      return isCampaignBusy(db, keyOf(await find(organization, id)))
    },
    async regenerate(organization, id, keep) {
      const row = await find(organization, id)
      const campaign = await one(row)
      await db.transaction().execute(async (trx) => {
        await enqueueCampaignRegeneration(trx, keyOf(row))
        await keep?.(trx, campaign)
      })
      jobs.wake()
      return campaign
    },
    work: createCampaignWork(options),
    pictures: createPictureChecks({
      db,
      log,
      templates,
      checksPictures,
      ask: createPictureAsker(askGuarded),
    }),
  }
}

function keyOf({ organization, id }: CampaignRow): CampaignKey {
  return { organization, campaign: id }
}

function readName(text: string): string {
  const name = text
    .replace(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .trim()
  if (name !== '' && name.length <= longestName) return name
  throw new DomainError('invalid-field', `name: must be a text of 1 to ${longestName} characters.`)
}

function unknown(): never {
  throw new DomainError('not-found', 'No campaign has this id.')
}
