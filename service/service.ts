import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import type { Config } from './config.ts'
import type { Source } from './enrichment/source.ts'
import { openSources } from './enrichment/sources.ts'
import { openTemplates, type Templates } from './generation/templates.ts'
import type { JobKind } from './jobs/job.ts'
import { type JobHandler, startWorkers, type Workers } from './jobs/workers.ts'
import { createLog } from './log.ts'
import { createPageRecords, type PageRecords } from './page/records.ts'
import { type OpenDatabase, openDatabase } from './store/database.ts'
import { releaseAllRequests } from './store/idempotency.ts'
import { releaseAllLeases } from './store/jobs.ts'
import { migrate } from './store/migrate.ts'
import { createToken, ensureToken, hasTokens } from './store/tokens.ts'

/** What every room is handed: configuration, database, log, figures. */
export interface Service extends OpenDatabase {
  config: Config
  log: Logger
  metrics: Registry
  pageRecords: PageRecords
  templates: Templates
  /** Where facts about prospects come from, in the order of `ENRICH`. */
  sources: readonly Source[]
  /** The address that pages and links use, without a trailing slash; known once the service listens. */
  publicUrl: string
  /** Looks for due jobs now. Call it after the transaction that put one down. */
  wakeWorkers(): void
  /** Resolves once every event that was answered is in what results are read from. */
  settleEvents(): Promise<void>
  /** Ends what was started, in the reverse order. */
  onStop(stop: () => Promise<void> | void): void
  stop(): Promise<void>
}

/** Opens and migrates the database. It neither listens nor works on jobs yet. */
export async function openService(config: Config, log = createLog(config.logLevel)): Promise<Service> {
  const sources = openSources(config)
  const database = await openDatabase(config)
  const stops: (() => Promise<void> | void)[] = [database.close]
  const service: Service = {
    ...database,
    config,
    log,
    metrics: new Registry(),
    pageRecords: createPageRecords({
      db: database.db,
      believeMs: database.kind === 'pglite' ? Infinity : believeMs,
    }),
    templates: openTemplates({ config, log, db: database.db }),
    sources,
    publicUrl: config.publicUrl ?? '',
    wakeWorkers: () => {},
    settleEvents: async () => {},
    onStop: (stop) => stops.push(stop),
    async stop() {
      for (const stop of stops.splice(0).reverse()) await stop()
    },
  }
  try {
    await prepare(service)
  } catch (error) {
    await service.stop()
    throw error
  }
  return service
}

/** Starts working on jobs; `stop` lets those under way finish. */
export function startWork(service: Service, handlers: Record<JobKind, JobHandler>): Workers {
  const { db, log } = service
  const workers = startWorkers({ db, log, handlers, concurrency: { enrich: 200, generate: 50, deliver: 50 } })
  service.wakeWorkers = workers.wake
  service.onStop(() => workers.stop(stopGraceMs))
  return workers
}

/** A delete on one replica is seen on all of them within a second. */
const believeMs = 500

const stopGraceMs = 20_000

async function prepare({ db, kind }: Service): Promise<void> {
  await migrate(db)
  if (kind === 'postgres') return
  await releaseAllLeases(db)
  await releaseAllRequests(db)
}

/** Makes the tokens that `MOTIF_TOKENS` names; where there is none at all, makes one and prints it once. */
export async function ensureTokens({ config, db }: Service): Promise<void> {
  for (const token of config.tokens) await ensureToken(db, token)
  if (await hasTokens(db)) return
  const token = await createToken(db, { organization: 'default', user: 'default' })
  process.stdout.write(`token of organization default, user default, shown once: ${token}\n`)
}
