import { createHash, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import { againWhenLost } from '../../database/unavailable.ts'
import { DomainError } from '../../words/errors.ts'
import { seal, unseal } from '../../words/sealed.ts'
import { ApiError } from '../schemas/error-codes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    answersKey?: number
  }
  interface FastifyRequest {
    claim: Claim | undefined
    /** Stores the response for the `Idempotency-Key`, if there is one, in the transaction of the change. It goes with the prospect `about`. */
    remember(trx: Database, answer: object | string, about?: string | null): Promise<void>
  }
}

/** The row of a request that this process alone answers, and the client's key. */
export interface Claim {
  organization: string
  /** SHA-256 of method, path and the client's key, in hex. */
  request: string
  claim: string
  key: string
}

const keptSeconds = 24 * 60 * 60
/** Longer than any request takes. After it a request that a killed process had claimed can be claimed again. */
const claimSeconds = 60

type KeyedRequest = Record<'organization' | 'method' | 'path' | 'key' | 'body', string>

/** Claims a keyed request, or returns the first answer with this key. Throws `key-reused` (another body) or `key-in-use`. */
export async function claimRequest(
  db: Database,
  { organization, method, path, key, body }: KeyedRequest,
): Promise<Claim | { answer: string }> {
  const claim = randomUUID()
  const [request, bodyHash] = [sha256(`${method} ${path} ${key}`), sha256(body)]
  const insert = sql`
    INSERT INTO idempotency (organization, request, body_hash, claim, claimed_until, created_at)
    VALUES (${organization}, ${request}, ${bodyHash}, ${claim}, now() + make_interval(secs => ${claimSeconds}), now())
    ON CONFLICT (organization, request) DO UPDATE SET body_hash = excluded.body_hash, claim = excluded.claim,
      claimed_until = excluded.claimed_until, created_at = excluded.created_at, answer = NULL, about = NULL
    WHERE idempotency.created_at <= now() - make_interval(secs => ${keptSeconds})
      OR (idempotency.answer IS NULL AND (idempotency.claimed_until <= now() OR idempotency.claim = excluded.claim))
    RETURNING claim`
  const { rows } = await againWhenLost(() => insert.execute(db))
  if (rows.length > 0) return { organization, request, claim, key }
  const found = await sql<{ body_hash: string; answer: string | null }>`
    SELECT body_hash, answer FROM idempotency
    WHERE organization = ${organization} AND request = ${request}`.execute(db)
  const [first] = found.rows
  if (first && first.body_hash !== bodyHash) throw new DomainError('key-reused')
  if (!first?.answer) throw new DomainError('key-in-use')
  return { answer: unseal(first.answer, sealingKey(key)) }
}

/** Stores the answer to a claimed request, in the transaction of its work. Throws `key-in-use` where the claim has passed on. */
export async function keepAnswer(trx: Database, claim: Claim, answer: string, about: string | null) {
  const { numAffectedRows } = await sql`
    UPDATE idempotency SET answer = ${seal(answer, sealingKey(claim.key))}, about = ${about}
    WHERE ${isClaimed(claim)}`.execute(trx)
  if (numAffectedRows === 0n) throw new DomainError('key-in-use')
}

function isClaimed({ organization, request, claim }: Claim) {
  return sql`organization = ${organization} AND request = ${request} AND claim = ${claim} AND answer IS NULL`
}

/** Releases the key of a request that failed. If its answer was committed nevertheless, the same request is given it. */
export async function releaseRequest(db: Database, claim: Claim): Promise<void> {
  await againWhenLost(() => sql`DELETE FROM idempotency WHERE ${isClaimed(claim)}`.execute(db))
}

/** Deletes expired answers; returns how many. */
export async function deleteOldAnswers(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM idempotency WHERE created_at <= now() - make_interval(secs => ${keptSeconds})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** An answer is encrypted with the client's key, of which only a hash is stored: it may have a token, or an e-mail address. */
function sealingKey(key: string): string {
  return `idempotency ${key}`
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
