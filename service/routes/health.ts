import type { FastifyInstance } from 'fastify'
import { ApiError } from '../errors.ts'
import type { Service } from '../service.ts'
import { answers, type Database } from '../store/database.ts'

/** Less than what asks usually waits. */
const readyTimeoutMs = 2000

/** `GET /healthz`: alive. `GET /readyz`: the database answers. `GET /metrics`: Prometheus figures. */
export function healthRoutes(app: FastifyInstance, { db, metrics }: Service): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('Cache-Control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store')
    if (await answersSoon(db)) return { status: 'ready' }
    throw new ApiError(50300, 'The database does not answer.', { 'Retry-After': '1' })
  })
  app.get('/metrics', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store').type(metrics.contentType)
    return metrics.metrics()
  })
}

async function answersSoon(db: Database): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, readyTimeoutMs, false).unref())
  return Promise.race([answers(db), late])
}
