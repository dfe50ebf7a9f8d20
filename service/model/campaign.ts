import type { Gap } from './gap.ts'

/** `paused` and `ended`: its links show the page as it is, and nothing is measured. Each can be opened again. */
export const campaignStatuses = ['open', 'paused', 'ended'] as const

export type CampaignStatus = (typeof campaignStatuses)[number]

/** A campaign, as the API gives it. */
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
  line: number
  email?: string
  name?: string
  company?: string
  prospect?: string
  content?: string
  link?: string
  status: 'waiting' | 'generating' | 'completed' | 'problem'
  problem?: string
  /** Of a line by which nobody is invited: as it came. */
  text?: string
  gaps: Gap[]
  visits: number
  firstVisitAt?: string
  lastVisitAt?: string
  reached: boolean
}

/** What came of a list. */
export interface ListTally {
  /** Without the header and lines that are blank. */
  lines: number
  /** People whom it names, each once. */
  people: number
  /** Lines by which nobody is invited. */
  problems: number
}

/** Of a list: the lines by which somebody is named whom another line names, too. One person has one link. */
export function repeatedLines({ lines, people, problems }: ListTally): number {
  return lines - people - problems
}

/** What of a campaign's records is empty or falls back, for one item of the template. */
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
  /** Of an item of the type `src`: for whom there is no such picture. Left out where each exists, or is not known of. */
  missing?: MissingPictures
}

/** An item of the template with a value in it that is not known of some people, and nothing that stands in for it. */
export interface CampaignBlank {
  index: number
  selector: string
  type: string
  people: number
  /** What one of them reads, or the address: its beginning where it is long. */
  reads: string
  /** Addresses or names of some of them. */
  examples: string[]
}

/** Pictures that do not exist. */
export interface MissingPictures {
  people: number
  /** Some of them, with the address of the picture. */
  examples: { person: string; url: string }[]
}
