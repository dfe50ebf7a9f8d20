import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { type Database, isAnswering } from '../database/database.ts'
import { version } from '../version.ts'
import { ApiError } from './schemas/error-codes.ts'

/** Shorter than the usual time-out of health checks. */
const readyTimeoutMs = 2000

interface HealthRoutesOptions {
  db: Database
  metrics: Registry
  /** Whether the database takes writes. */
  canWrite: () => Promise<boolean>
  /** Whether the shutdown has begun. */
  isEnding: () => boolean
}

/**
 * Registers `GET /healthz` (alive, and in which version), `GET /readyz` (able to serve) and `GET /metrics`
 * (Prometheus).
 */
export function healthRoutes(
  app: FastifyInstance,
  { db, metrics, canWrite, isEnding }: HealthRoutesOptions,
): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('Cache-Control', 'no-store').send({ status: 'ok', version }),
  )
  app.get('/readyz', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store')
    if (isEnding()) throw notReady('The service is about to end.')
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
