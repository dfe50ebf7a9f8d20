import { sql } from 'kysely'
import type { Database, OpenDatabase } from '../../../service/base/database/database.ts'
import { createLog } from '../../../service/base/log.ts'
import { createOutbox } from '../../../service/base/outbox/outbox.ts'
import { newId, newPattern } from '../../../service/base/words/ids.ts'
import { readConfig } from '../../../service/config.ts'
import type { Arrival } from '../../../service/events/collect/apply-batch.ts'
import { createMeasuredRecords } from '../../../service/events/collect/measured-records.ts'
import { type Stored, storeBatches } from '../../../service/events/collect/store-batches.ts'
import type { Maintenance } from '../../../service/maintenance/maintenance.ts'
import { createMotif } from '../../../service/motif.ts'
import type { AnalyticsItem, ContentItem } from '../../../wire/record.ts'
import { freshDatabase } from '../../support/fresh-database.ts'

/** The service in this process, listening, with a token of `acme` and one of `other`. */
export interface LocalService extends AsyncDisposable {
  service: Pick<OpenDatabase, 'db' | 'pool'> & {
    store: OpenDatabase
    maintain: Maintenance['run']
    exclusively: Maintenance['exclusively']
    /** Stores batches as if they came at another time. */
    storeBatches(arrivals: Arrival[]): Promise<Stored>
  }
  url: string
}

export const token = 'a-token-of-acme-for-tests'
export const otherToken = 'a-token-of-other-for-tests'

/** Starts the service in this process, on a new database unless `environment` names one. */
export async function startLocal(environment: Record<string, string> = {}): Promise<LocalService> {
  const config = readConfig({
    MOTIF_TOKENS: `acme/ada=${token},other/bob=${otherToken}`,
    TEMPLATES_DIR: 'test/fixtures/templates',
    PORT: '0',
    CHECK_PAGES: 'false',
    ...(await freshDatabase(environment)),
    ...environment,
  })
  const motif = await createMotif(config, createLog('fatal'))
  const url = await motif.listen()
  const { db, pool } = motif.store
  const storing = {
    store: motif.store,
    records: createMeasuredRecords(),
    outbox: createOutbox(),
  }
  const service = {
    db,
    pool,
    store: motif.store,
    maintain: motif.maintenance.run,
    exclusively: motif.maintenance.exclusively,
    storeBatches: (arrivals: Arrival[]) => storeBatches(storing, arrivals),
  }
  return { service, url, [Symbol.asyncDispose]: motif.stop }
}

export interface TestRecord {
  organization: string
  id: string
  pattern: string
}

export const contentItems: ContentItem[] = [
  { selector: '#hero h1', type: 'text', payload: 'Acme, meet Launch' },
  { selector: '#hero img', type: 'src', payload: '/img/hero.jpg' },
  { selector: '#hero .lead', type: 'html', payload: '<p>For <b>Acme</b>.</p>' },
]

export const analyticsItems: AnalyticsItem[] = [
  { id: 'hero', selector: '#hero', type: 'view' },
  { id: 'cta', selector: '.cta', type: 'click' },
  { id: 'pricing', selector: '#pricing', type: 'duration' },
]

/** Puts a completed content record and its prospect into the database. */
export async function insertRecord(
  db: Database,
  values: {
    organization?: string
    test?: boolean
    template?: string
    status?: 'completed' | 'generating'
    analytics?: AnalyticsItem[]
  } = {},
): Promise<TestRecord> {
  const { organization = 'acme', test = false, template = 'launch', status = 'completed' } = values
  const { analytics = analyticsItems } = values
  const record = { organization, id: newId(), pattern: newPattern() }
  const prospect = newId()
  const email = `${prospect}@acme.example`
  await sql`
    INSERT INTO prospect (organization, id, status, email, email_key, name, company, domain, test, created_at, updated_at)
    VALUES (${organization}, ${prospect}, 'enriched', ${email}, ${email}, 'Jane Doe', 'Acme', 'acme.example', ${test}, now(),
      now())`.execute(db)
  await sql`
    INSERT INTO content (organization, id, pattern, user_name, prospect, template, status, language, test, content,
      analytics, created_at, updated_at)
    VALUES (${organization}, ${record.id}, ${record.pattern}, 'ada', ${prospect}, ${template}, ${status}, 'en', ${test},
      ${JSON.stringify(contentItems)}, ${JSON.stringify(analytics)}, now(), now())`.execute(db)
  return record
}
