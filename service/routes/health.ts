import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { ApiError } from '../errors.ts'
import type { Service } from '../service.ts'

/** `GET /healthz`: alive. `GET /readyz`: the database answers. `GET /metrics`: Prometheus figures. */
export function healthRoutes(app: FastifyInstance, { db, metrics }: Service): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    await sql`SELECT 1`.execute(db).catch(() => {
      throw new ApiError(50300, 'The database does not answer.', { 'Retry-After': '1' })
    })
    return { status: 'ready' }
  })
  app.get('/metrics', async (_request, reply) => {
    reply.type(metrics.contentType)
    return metrics.metrics()
  })
}
