import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import { type Claim, claimRequest, keepAnswer, releaseRequest } from '../keyed-requests.ts'
import { ApiError } from '../schemas/error-codes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The success status of a route that takes an `Idempotency-Key`, also for a replayed response. */
    answersKey?: number
  }
  interface FastifyRequest {
    claim: Claim | undefined
    /** Stores the response for the `Idempotency-Key`, if there is one, in the transaction of the change. It goes with the prospect `about`. */
    remember(trx: Database, answer: object | string, about?: string | null): Promise<void>
  }
}

const maxKeyLength = 255

/** Handles `Idempotency-Key` on the POST routes of this scope: the first 2xx is sent again for 24 hours. */
export function addIdempotency(app: FastifyInstance, { db, log }: { db: Database; log: Logger }): void {
  app.decorateRequest('claim', undefined)
  app.decorateRequest('remember', async function (this: FastifyRequest, trx, answer, about = null) {
    const json = typeof answer === 'string' ? answer : JSON.stringify(answer)
    if (this.claim) await keepAnswer(trx, this.claim, json, about)
  })
  app.addHook('preValidation', async (request, reply) => {
    const key = keyOf(request)
    if (key === undefined) return undefined
    const { method, bodyText: body, routeOptions, url, owner } = request
    const path = url.split('?', 1)[0] ?? ''
    const result = await claimRequest(db, { organization: owner.organization, method, path, key, body })
    if ('answer' in result) {
      reply.code(routeOptions.config.answersKey ?? 200).header('Idempotency-Replayed', 'true')
      return reply.type('application/json; charset=utf-8').send(result.answer)
    }
    request.claim = result
    return undefined
  })
  app.addHook('onSend', async (request, reply, body) => {
    if (request.claim && reply.statusCode >= 300)
      await releaseRequest(db, request.claim).catch((error) => {
        log.warn({ err: error }, 'idempotency key not released')
      })
    return body
  })
}

function keyOf({ headers, routeOptions }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']?.toString()
  if (!routeOptions.config.answersKey || key === undefined) return undefined
  if (key.length > 0 && key.length <= maxKeyLength) return key
  throw new ApiError(40001, `Idempotency-Key: must be 1 to ${maxKeyLength} characters.`)
}
