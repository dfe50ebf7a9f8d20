import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Config } from '../../config.ts'
import { type Database, isAnswering } from '../database/database.ts'
import { isDiskFull } from '../database/pglite/data-dir.ts'
import { writeSetting } from '../database/settings.ts'
import { version } from '../project-folder.ts'
import { ApiError } from './schemas/error-codes.ts'

/** Shorter than the usual time-out of health checks. */
const readyTimeoutMs = 2000

interface HealthRoutesOptions {
  db: Database
  metrics: Registry
  /** Whether the database takes writes. */
  canWrite: () => Promise<boolean>
}

/**
 * Registers `GET /healthz` (alive, and in which version), `GET /readyz` (able to serve) and `GET /metrics`
 * (Prometheus).
 */
export function healthRoutes(app: FastifyInstance, { db, metrics, canWrite }: HealthRoutesOptions): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('Cache-Control', 'no-store').send({ status: 'ok', version }),
  )
  app.get('/readyz', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store')
    if (!(await isSoon(isAnswering(db)))) throw notReady('The database does not answer.')
    if (!(await isSoon(canWrite()))) throw notReady('The database takes no writes.')
    return { status: 'ready' }
  })
  app.get('/metrics', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store').type(metrics.contentType)
    return metrics.metrics()
  })
}

function notReady(why: string): ApiError {
  return new ApiError(50300, why, { 'Retry-After': '1' })
}

async function isSoon(claim: Promise<boolean>): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, readyTimeoutMs, false).unref())
  return Promise.race([claim, late])
}

/** How long a write that succeeded counts. */
const lastsMs = 5000

/**
 * Creates a function that tells whether the database takes writes: it writes, and on the embedded one looks at the disk,
 * of which a small write may need nothing. At most one write in five seconds.
 */
export function createWriteProbe(
  db: Database,
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
): () => Promise<boolean> {
  const isOnDisk = !databaseUrl && dataDir !== 'memory'
  let succeededAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - succeededAt < lastsMs) return true
    try {
      if (isOnDisk && (await isDiskFull(dataDir))) return false
      await writeSetting(db, 'written-at', new Date().toISOString())
      succeededAt = performance.now()
      return true
    } catch {
      return false
    }
  }
}
