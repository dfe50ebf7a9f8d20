import type { ContentStatus } from '../content/content.ts'
import type { Gap } from '../content/gap.ts'

/** `paused` and `ended`: its links show the page as it is, and nothing is measured. Both can be opened again. */
export const campaignStatuses = ['open', 'paused', 'ended'] as const

export type CampaignStatus = (typeof campaignStatuses)[number]

/** A campaign, as the API returns it. */
export interface Campaign {
  id: string
  name: string
  template: string
  language: string
  status: CampaignStatus
  /** People who are invited. */
  people: number
  /** Of them, those whose record is completed. */
  completed: number
  /** Lines by which nobody could be invited. */
  problems: number
  /** People who visited. */
  came: number
  /** People who reached the goal. */
  reached: number
  createdAt: string
  updatedAt: string
}

/** A person of a campaign, or a line by which nobody is invited; what is not known is left out. */
export interface CampaignPerson {
  /** The header is line 1. */
  line: number
  /** The number of its list in the campaign, from 1. */
  list: number
  email?: string
  name?: string
  company?: string
  prospect?: string
  content?: string
  link?: string
  status: ContentStatus | 'problem'
  problem?: string
  /** The text of a line by which nobody is invited. */
  text?: string
  /** Of such a line: what its columns say, as far as they are understood. */
  said?: MendedFields
  gaps: Gap[]
  visits: number
  firstVisitAt?: string
  lastVisitAt?: string
  reached: boolean
}

/** What can be said of the person of a line; an empty text takes back what the line says. */
export const mendedFields = [
  'email',
  'name',
  'company',
  'role',
  'domain',
  'industry',
  'linkedin',
  'language',
] as const

export type MendedFields = Partial<Record<(typeof mendedFields)[number], string>>

/** The result of importing a list. */
export interface ListTally {
  /** Without the header and blank lines. */
  lines: number
  /** Different people in the list. */
  people: number
  /** Lines by which nobody is invited. */
  problems: number
  /** Of the people: who had no place in the campaign, of whom the list says something new, and the others. */
  new: number
  changed: number
  same: number
}

/** How many lines name somebody whom another line names as well. One person has one link. */
export function repeatedLines({
  lines,
  people,
  problems,
}: Pick<ListTally, 'lines' | 'people' | 'problems'>): number {
  return lines - people - problems
}

/** How often one item of the template is empty or falls back to its default in a campaign's records. */
export interface CampaignGap {
  index: number
  selector: string
  type: string
  /** How many people's item renders to nothing. */
  empty: number
  /** How many people's item falls back to its default. */
  byDefault: number
  /** Addresses or names of some of them. */
  examples: string[]
  /** For an item of the type `src`: pictures that do not exist. Left out where all do, or none has been checked. */
  missing?: MissingPictures
}

/** An item of the template that uses a value which some people lack, without a default. */
export interface CampaignBlank {
  index: number
  selector: string
  type: string
  people: number
  /** What one of them sees: the text or the address, shortened. */
  reads: string
  /** Addresses or names of some of them. */
  examples: string[]
}

/** Pictures that do not exist. */
export interface MissingPictures {
  people: number
  /** How many different pictures. */
  pictures: number
  /** Those that most people lack first: how many lack it, and one of them. */
  examples: { url: string; people: number; person: string }[]
}
