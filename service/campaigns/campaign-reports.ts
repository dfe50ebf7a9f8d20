import { Readable } from 'node:stream'
import type { Database } from '../base/database/database.ts'
import { readPage } from '../base/http/list-page.ts'
import { DomainError } from '../base/words/errors.ts'
import { namesOf } from '../templates/item-names.ts'
import type { Templates } from '../templates/templates.ts'
import type {
  CampaignBlank,
  CampaignGap,
  CampaignPeopleQuery,
  CampaignPerson,
  CampaignPictures,
  CampaignReview,
} from './campaign.ts'
import { type Lift, liftOf } from './lift/lift.ts'
import { countInvited, countWhoCame, findMadeGoal } from './lift/sql.ts'
import { readUtm } from './list-sql.ts'
import { fileName, linksFile, problemsFile, resultsFile } from './people/files-out.ts'
import { sumBlanks, sumGaps } from './people/gaps.ts'
import { groupBlanks, groupGaps } from './people/gaps-sql.ts'
import { positionOf, readPeopleQuery, type ShownTemplate, toPerson } from './people/people.ts'
import { allPlaces, countReviews, isKnownWide, listPlaces } from './people/places-sql.ts'
import { findBrokenPictures } from './pictures.ts'
import type { CampaignRow } from './sql.ts'
import { campaignKey, findKnownCampaign, throwUnknownCampaign } from './sql.ts'

/** A file of a campaign, produced while it is read. */
export interface CampaignFile {
  name: string
  text: Readable
}

/** See `createCampaignReports`. */
export type CampaignReports = ReturnType<typeof createCampaignReports>

interface CampaignReportsOptions {
  db: Database
  templates: Pick<Templates, 'getSound'>
  /** Whether pictures are asked for, and which addresses may be reached. */
  checksPictures: boolean
  allowPrivateAddresses: boolean
}

const writers = { links: linksFile, results: resultsFile, problems: problemsFile }

/** Creates what is read of a campaign: its people, what they did, and what their pages lack. An unknown id throws `not-found`. */
export function createCampaignReports(options: CampaignReportsOptions) {
  const { db, templates, checksPictures, allowPrivateAddresses } = options

  async function pageOf({ organization, template }: CampaignRow): Promise<string | undefined> {
    return (await templates.getSound(organization, template))?.page
  }

  async function templateOf({ organization, template }: CampaignRow): Promise<ShownTemplate> {
    const sound = await templates.getSound(organization, template)
    return { page: sound?.page, names: namesOf(sound) }
  }

  async function file(organization: string, id: string, what: keyof typeof writers): Promise<CampaignFile> {
    const row = await findKnownCampaign(db, organization, id)
    // Results tell more than the lists do: what enrichment has found.
    const isWide = row.wide || (what === 'results' && (await isKnownWide(db, campaignKey(row))))
    const text = writers[what]({
      columns: JSON.parse(row.columns) as string[],
      wide: isWide,
      linked: { page: await pageOf(row), utm: readUtm(row) },
      hasGroups: row.control > 0,
      places: allPlaces(db, campaignKey(row), { isUnusable: what === 'problems' }),
    })
    return { name: fileName(row.name, what), text: Readable.from(text, { objectMode: false }) }
  }

  return {
    async people(
      organization: string,
      id: string,
      parameters: CampaignPeopleQuery,
    ): Promise<{ people: CampaignPerson[]; next?: string }> {
      const row = await findKnownCampaign(db, organization, id)
      const query = readPeopleQuery(parameters)
      const { rows, ...more } = await readPage(
        query,
        (wanted) => listPlaces(db, campaignKey(row), wanted),
        (place) => positionOf(query.sort, place),
      )
      const shown = await templateOf(row)
      return { people: rows.map((place) => toPerson(place, row, shown)), ...more }
    },
    links: (organization: string, id: string) => file(organization, id, 'links'),
    results: (organization: string, id: string) => file(organization, id, 'results'),
    /** The lines that cannot be used, as they came, with what is wrong. */
    problems: (organization: string, id: string) => file(organization, id, 'problems'),
    /** One place, by its key. */
    async person(organization: string, id: string, key: string): Promise<CampaignPerson> {
      const row = await findKnownCampaign(db, organization, id)
      const [place] = await listPlaces(db, campaignKey(row), {
        key,
        sort: 'line',
        descending: false,
        limit: 1,
      })
      return place ? toPerson(place, row, await templateOf(row)) : throwUnknownCampaign()
    },
    /** How many pages are approved. */
    async review(organization: string, id: string): Promise<CampaignReview> {
      return countReviews(db, campaignKey(await findKnownCampaign(db, organization, id)))
    },
    async gaps(organization: string, id: string): Promise<CampaignGap[]> {
      const row = await findKnownCampaign(db, organization, id)
      return sumGaps(
        await groupGaps(db, campaignKey(row)),
        await templates.getSound(organization, row.template),
      )
    },
    async pictures(organization: string, id: string): Promise<CampaignPictures> {
      const row = await findKnownCampaign(db, organization, id)
      if (!checksPictures) return { asked: 0, broken: [] }
      return findBrokenPictures(db, campaignKey(row), await pageOf(row), { allowPrivateAddresses })
    },
    /** Whether its personal pages won anything. Throws `not-made-for-that` without a goal or a control group. */
    async lift(organization: string, id: string): Promise<Lift> {
      const row = await findKnownCampaign(db, organization, id)
      const key = campaignKey(row)
      if (row.control === 0)
        throw new DomainError(
          'not-made-for-that',
          'The campaign has no control group to compare with: give a new campaign one, "control": 10, before its first list.',
        )
      const wanted = (await templates.getSound(organization, row.template))?.goal
      const made = await findMadeGoal(db, key)
      // Pages measure the goal with which they were made.
      const goal = made === undefined ? wanted : (made ?? undefined)
      if (goal === undefined && wanted !== undefined)
        throw new DomainError(
          'not-made-for-that',
          `The pages were made before the template ${row.template} had the goal ${wanted}: make them anew.`,
        )
      if (goal === undefined)
        throw new DomainError(
          'not-made-for-that',
          `The template ${row.template} has no goal: mark one of its analytics items as the goal, and make the links again.`,
        )
      const [invited, came] = [await countInvited(db, key), await countWhoCame(db, key)]
      return liftOf({ goal, control: row.control, invited, came })
    },
    async blanks(organization: string, id: string): Promise<CampaignBlank[]> {
      const row = await findKnownCampaign(db, organization, id)
      const template = await templates.getSound(organization, row.template)
      return sumBlanks(await groupBlanks(db, campaignKey(row)), template)
    },
  }
}
