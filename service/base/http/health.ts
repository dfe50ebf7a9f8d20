import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import type { Config } from '../../config.ts'
import type { Database } from '../database/database.ts'
import { isDiskFull } from '../database/pglite/data-dir.ts'
import { writeSetting } from '../database/settings.ts'
import { version } from '../project-folder.ts'
import { ApiError } from './schemas/error-codes.ts'

const readyTimeoutMs = 2000
const lastsMs = 5000

interface HealthRoutesOptions {
  store: { priority: { db: Database } }
  metrics: Registry
  config: Pick<Config, 'databaseUrl' | 'dataDir'>
}

/** Registers `GET /healthz` (alive), `GET /readyz` (able to serve) and `GET /metrics` (Prometheus). */
export function healthRoutes(app: FastifyInstance, { store, metrics, config }: HealthRoutesOptions): void {
  // Not behind all that a campaign has queued.
  const { db } = store.priority
  const { databaseUrl, dataDir } = config
  const isOnDisk = !databaseUrl && dataDir !== 'memory'
  let writtenAt = Number.NEGATIVE_INFINITY

  /** On the embedded database a small write may need nothing of the disk. */
  async function canWrite(): Promise<boolean> {
    if (performance.now() - writtenAt < lastsMs) return true
    if (isOnDisk && (await isDiskFull(dataDir))) return false
    await writeSetting(db, 'written-at', new Date().toISOString())
    writtenAt = performance.now()
    return true
  }

  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store')
  })
  app.get('/healthz', async () => ({ status: 'ok', version }))
  app.get('/readyz', async () => {
    await assertSoon(sql`SELECT 1`.execute(db), 'The database does not answer.')
    await assertSoon(canWrite(), 'The database takes no writes.')
    return { status: 'ready' }
  })
  app.get('/metrics', async (_request, reply) => {
    reply.type(metrics.contentType)
    return metrics.metrics()
  })
}

async function assertSoon(claim: Promise<unknown>, otherwise: string): Promise<void> {
  const late = wait(readyTimeoutMs, false, { ref: false })
  const isTrue = await Promise.race([claim, late]).catch(() => false)
  if (!isTrue) throw new ApiError(50300, otherwise, { 'Retry-After': '1' })
}
