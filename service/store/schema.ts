import type { ArrivalAsideTable, ArrivalTable } from './arrivals.ts'
import type { CampaignTable } from './campaigns.ts'
import type { ContentTable } from './content.ts'
import type { DeliveryTable } from './deliveries.ts'
import type { ErasureTable } from './erasing.ts'
import type { EventTable, TallyDayTable, TallyTable, VisitTable } from './event-tables.ts'
import type { IdempotencyTable } from './idempotency.ts'
import type { JobTable } from './jobs.ts'
import type { MaintenanceTable } from './maintenance.ts'
import type { PersonTable } from './people.ts'
import type { PlaceTable } from './places.ts'
import type { PresenceTable } from './presence.ts'
import type { ProspectTable } from './prospects.ts'
import type { StaleTable } from './rewriting.ts'
import type { SearchTable } from './searches.ts'
import type { SessionTable } from './sessions.ts'
import type { SettingTable } from './settings.ts'
import type { StoredTemplateTable, TemplateVersionTable } from './stored-templates.ts'
import type { TemplateTable } from './templates.ts'
import type { TokenTable } from './tokens.ts'

/** Every table. Its row stands beside its queries, and a migration creates it. */
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
