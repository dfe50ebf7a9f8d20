import type { ColumnType } from 'kysely'
import type { CampaignStatus } from '../model/campaign.ts'
import type { ContentStatus } from '../model/content.ts'
import type { JobKind } from '../model/job.ts'
import type { PersonField, ProspectStatus } from '../model/prospect.ts'
import type { Role } from '../model/role.ts'
import type { DayTally, Health } from '../model/tally.ts'
import type { testEvent, WebhookEvent } from '../model/webhook.ts'

type Timestamp = ColumnType<Date, Date | string, Date | string>
type Defaulted<T> = ColumnType<T, T | undefined, T>

export interface TokenTable {
  id: string
  organization: string
  user_name: string
  role: Defaulted<Role>
  /** SHA-256 of the token, in hex. */
  hash: string
  created_at: Defaulted<Date>
  expires_at: Timestamp | null
  revoked_at: Timestamp | null
}

/** Somebody who is signed in, or a link that signs in once. */
export interface SessionTable {
  /** SHA-256 of what the cookie or the link has, in hex. */
  hash: string
  organization: string
  user_name: string
  /** Where it rests on a token, that token's role counts. */
  role: Role
  /** Id of the token on which it rests. */
  token: string | null
  created_at: Defaulted<Date>
  expires_at: Timestamp
}

/** Null where it is not known; `additional` is JSON text as it came: jsonb would sort its keys. */
type PersonColumns = Record<PersonField, string | null>

export interface ProspectTable extends PersonColumns {
  organization: string
  id: string
  status: ProspectStatus
  /** The e-mail in lower case: one prospect for each in its organization, test prospects apart. */
  email_key: string | null
  /** See `readGuesses`. */
  guessed: Defaulted<string>
  /** What the company says of itself. */
  description: Defaulted<string | null>
  test: boolean
  created_at: Timestamp
  updated_at: Timestamp
}

export interface ContentTable {
  organization: string
  id: string
  pattern: string
  user_name: string
  prospect: string
  template: string
  status: ContentStatus
  language: string
  /** JSON text of ContentItem[]. */
  content: string
  /** JSON text of AnalyticsItem[]. */
  analytics: string
  callback: string | null
  /** Of a test prospect: left out of results. */
  test: boolean
  /** The version of the stored template that it is made from; null where that is a file. */
  template_version: number | null
  /** See `encodeGaps`; null until it is completed. */
  gaps: string | null
  /** Id of the analytics item that its template names as the goal. */
  goal: string | null
  /** How often it was made anew. */
  revision: Defaulted<number>
  /** See `encodeMeasuredItems`; null where its events count by the items that it has now. */
  measured: string | null
  /** Id of the campaign that invites by it. */
  campaign: Defaulted<string | null>
  created_at: Timestamp
  updated_at: Timestamp
}

export interface JobTable {
  organization: string
  kind: JobKind
  /** Id of the prospect, content record or delivery that the job is about. */
  subject: string
  /** Of the address that the job reaches, where hosts take turns; '' otherwise. */
  host: Defaulted<string>
  run_at: Timestamp
  attempt: Defaulted<number>
  /** Who works on it, until `leased_until`. */
  lease: string | null
  leased_until: Timestamp | null
}

export interface SettingTable {
  name: string
  value: string
}

export interface IdempotencyTable {
  organization: string
  /** SHA-256 of method, path and the client's key, in hex. */
  request: string
  /** SHA-256 of the body, in hex. */
  body_hash: string
  /** Who answers the request, until `claimed_until`. */
  claim: string
  claimed_until: Timestamp
  /** The body of the first 2xx, encrypted; null while it is in flight. */
  answer: string | null
  /** Id of the prospect that the answer is about; '' for nobody, null where an earlier version kept it. */
  about: string | null
  created_at: Timestamp
}

/** The text of each template file when it was last sound. */
export interface TemplateTable {
  name: string
  source: string
  updated_at: Timestamp
}

/** The templates that organizations store. */
export interface StoredTemplateTable {
  organization: string
  name: string
  /** The current one. It goes on counting after a delete. */
  version: number
  deleted: boolean
  updated_at: Timestamp
}

export interface TemplateVersionTable {
  organization: string
  name: string
  version: number
  /** YAML, as it came. */
  source: string
  user_name: string
  created_at: Timestamp
}

/** Callbacks that are not delivered yet; what is delivered leaves. */
export interface DeliveryTable {
  organization: string
  /** Id of the content record: one that is completed once is told once. */
  content: string
  url: string
  /** JSON text, fixed when the record was completed. */
  body: string
  /** `dead`: given up, until somebody sends it again. */
  state: 'pending' | 'dead'
  /** How often it was tried since it was last enqueued. */
  attempt: Defaulted<number>
  last_status: number | null
  last_error: string | null
  next_attempt_at: Timestamp | null
  created_at: Timestamp
}

/** Where other programs are told what happens. */
export interface WebhookTable {
  organization: string
  id: string
  url: string
  host: string
  /** Of what it is told, with spaces between. */
  events: string
  secret: string
  state: 'on' | 'off'
  created_at: Timestamp
}

/** What a webhook is told: what waits, and the latest that has ended. */
export interface NoticeTable {
  organization: string
  /** Made of the webhook and what happened. */
  id: string
  webhook: string
  type: WebhookEvent | typeof testEvent
  /** Id of the content record that it is about. */
  content: string | null
  visit: string | null
  /** Id of the campaign that it is about. */
  campaign: string | null
  happened_at: Timestamp
  /** JSON text, fixed at the first attempt; null before it, and once it has ended. */
  body: string | null
  state: 'pending' | 'delivered' | 'dead'
  attempt: Defaulted<number>
  /** When it was tried last. */
  tried_at: Timestamp | null
  last_status: number | null
  last_error: string | null
}

/** A person whom a search may find, and who becomes a prospect when one does. */
export interface PersonTable extends PersonColumns {
  organization: string
  /** What names the same person: the e-mail in lower case, else the LinkedIn reference, else domain and name. */
  key: string
  /** The role's canonical words, each between spaces, for look-ups by word. */
  words: string
  /** Index into `seniorities`. */
  seniority: number
  /** The prospect that a search made of this person. */
  prospect: string | null
}

/** Which prospect a search was answered with, so that it is again. */
export interface SearchTable {
  organization: string
  /** `search:` and the hash of the search, `company:` and the domain, or `vendor:` and what names the person. */
  key: string
  prospect: string
  created_at: Defaulted<Date>
}

export interface VisitTable {
  organization: string
  content: string
  visit: string
  /** False: left out of results, a robot's or a test prospect's. */
  counted: boolean
  robot: boolean
  /** Day (UTC) on which it was last heard of. */
  touched: string
  /** See `encodeVisit`. */
  state: string
}

/** What a visit brought in one write. Partitioned by `day`. */
export interface EventTable {
  /** Day (UTC) of arrival. */
  day: string
  organization: string
  content: string
  visit: string
  /** Of the first of its events. */
  seq: number
  counted: boolean
  /** See `encodeEvents`. */
  events: string
}

export interface TallyTable extends DayTally {
  organization: string
  content: string
  lost: number
  health: Health
  /** Day (UTC) of the first event or visit. */
  since: string
  /** JSON: numbers of dropped events by reason. */
  dropped: string
  /** See `Begun`. */
  begun_since: Defaulted<number>
  begun_visits: Defaulted<number>
  /** When the first and the last of its visits began; null where a version before these columns counted them. */
  first_visit: Timestamp | null
  last_visit: Timestamp | null
  /** Whether a visit reached the goal. */
  reached: Defaulted<boolean>
  /** See `encodeTally`. */
  state: string
}

export interface TallyDayTable extends DayTally {
  organization: string
  content: string
  /** UTC. */
  day: string
}

/** Batches that were answered and are not yet in visits and tallies. */
export interface ArrivalTable {
  /** The process that took them, made anew at each start. */
  writer: string
  /** Counts up with each write of its process. */
  number: number
  /** See `encodeArrivals`. */
  batches: string
}

export interface CampaignTable {
  organization: string
  id: string
  name: string
  template: string
  language: string
  status: CampaignStatus | 'deleted'
  user_name: string
  /** How many lists have come. */
  lists: Defaulted<number>
  /** How many of them are in, to the last line. */
  ended_lists: Defaulted<number>
  /** Of how many of these webhooks were told that their records are completed. */
  told_lists: Defaulted<number>
  /** JSON: the titles of all columns that its lists have, in their order. */
  columns: Defaulted<string>
  /** Whether a list had more than ASCII in it. */
  wide: Defaulted<boolean>
  /** While its records are made anew: the id up to which they are enqueued. */
  anew: Defaulted<string | null>
  created_at: Timestamp
  updated_at: Timestamp
}

/** A person in a campaign, or a line of a list by which nobody is invited. */
export interface PlaceTable {
  organization: string
  campaign: string
  /** What names the person, else the line. */
  key: string
  /** The list and line by which the person came first. */
  list: number
  line: number
  /** JSON: the cells, in the order of the campaign's columns. */
  cells: string
  /** Why nobody is invited by the line, or what could not be kept of the person. */
  problem: string | null
  /** Of a line by which nobody is invited: as it came. */
  text: string | null
  /** What a list said of the person and the prospect does not have yet: see `encodeListed`. */
  person: string | null
  email: string | null
  prospect: string | null
  content: string | null
  pattern: string | null
}

/** Receipts of erasings. Nothing in them is personal. */
export interface ErasureTable {
  organization: string
  id: string
  /** Id of the prospect that was; null where there was none. */
  prospect: string | null
  erased_at: Timestamp
  /** JSON: how much was erased, by kind. */
  erased: string
}

/** Batches that can never be written, for people to look at. */
export interface ArrivalAsideTable extends ArrivalTable {
  /** The batch's place in its row. */
  position: number
  organization: string | null
  content: string | null
  error: string
  set_aside_at: Defaulted<Date>
}

/** The latest sign of a visit: see `Sign`. */
export interface PresenceTable {
  organization: string
  content: string
  visit: string
  began_at: Timestamp
  seen_at: Timestamp
  away: boolean
  item: number | null
}

/** Which process does a task of maintenance, and when it was last done. */
export interface MaintenanceTable {
  task: string
  lease: string | null
  leased_until: Timestamp
  ended_at: Timestamp | null
}

/** Tables whose files hold what was deleted, as a process left them (see `createRewriting`). */
export interface StaleTable {
  name: string
}

/** Every table. Each room adds its own here and in a migration of its own. */
export interface Schema {
  token: TokenTable
  session: SessionTable
  sign_in_link: SessionTable
  prospect: ProspectTable
  content: ContentTable
  job: JobTable
  setting: SettingTable
  idempotency: IdempotencyTable
  template: TemplateTable
  stored_template: StoredTemplateTable
  template_version: TemplateVersionTable
  delivery: DeliveryTable
  webhook: WebhookTable
  notice: NoticeTable
  person: PersonTable
  search: SearchTable
  erasure: ErasureTable
  arrival: ArrivalTable
  arrival_aside: ArrivalAsideTable
  visit: VisitTable
  event: EventTable
  tally: TallyTable
  tally_day: TallyDayTable
  campaign: CampaignTable
  place: PlaceTable
  presence: PresenceTable
  maintenance: MaintenanceTable
  stale: StaleTable
}
