import type { FastifyInstance } from 'fastify'
import type { Database } from '../base/database/database.ts'
import { serve } from '../base/http/schemas/operation.ts'
import { acceptTarget } from '../base/net/address-guard.ts'
import { mostWebhooks, type WebhookEvent } from '../base/outbox/happenings.ts'
import type { NoticeOutbox } from '../base/outbox/outbox.ts'
import { DomainError } from '../base/words/errors.ts'
import { isId } from '../base/words/ids.ts'
import type { Config } from '../config.ts'
import { type LastAttempt, readDeliveries } from './notices-sql.ts'
import { makeSecret } from './secret.ts'
import { type WebhookDelivery, webhookOperations } from './webhook-operations.ts'
import { addTest, insertWebhook, readWebhooks, removeWebhook } from './webhooks-sql.ts'

export interface WebhooksOptions {
  db: Database
  jobs: { wake(): void }
  outbox: Pick<NoticeOutbox, 'forget'>
  config: Pick<Config, 'allowPrivateAddresses'>
}

/** Registers `/webhooks`: the addresses of other programs that Motif notifies. */
export function webhookRoutes(app: FastifyInstance, { db, jobs, outbox, config }: WebhooksOptions): void {
  serve(app, webhookOperations.listWebhooks, async ({ owner: { organization } }) => {
    const deliveries = await readDeliveries(db, organization, 'webhook')
    const rows = await readWebhooks(db, organization)
    return {
      webhooks: rows.map(({ id, url, events, state, created_at }) => ({
        id,
        url,
        events: events.split(' ') as WebhookEvent[],
        state,
        createdAt: created_at.toISOString(),
        deliveries: (deliveries.get(id) ?? []).map(toDelivery),
      })),
    }
  })

  serve(app, webhookOperations.createWebhook, async ({ owner: { organization }, body: { url, events } }) => {
    const target = await acceptTarget('url', url, config)
    const secret = makeSecret()
    const id = await insertWebhook(db, organization, { url: target, events: [...new Set(events)], secret })
    if (id === undefined) throw tooMany()
    outbox.forget(organization)
    return { id, secret }
  })

  serve(app, webhookOperations.deleteWebhook, async ({ owner: { organization }, params: { id } }, reply) => {
    if (!isId(id) || !(await removeWebhook(db, organization, id))) throw unknown()
    outbox.forget(organization)
    return reply.code(204).send()
  })

  /** Even if it is off: a test that is received switches it on. */
  serve(app, webhookOperations.testWebhook, async ({ owner: { organization }, params: { id } }, reply) => {
    const test = isId(id) ? await addTest(db, organization, id) : undefined
    if (test === undefined) throw unknown()
    jobs.wake()
    return reply.code(202).send({ id: `msg_${test}` })
  })
}

function toDelivery({ id, at, type, status, error, answer }: LastAttempt): WebhookDelivery {
  return {
    id: `msg_${id}`,
    at: at.toISOString(),
    event: type,
    ...(status !== null && { status }),
    ...(error !== null && { error }),
    ...(answer !== null && { answer }),
  }
}

function unknown(): DomainError {
  return new DomainError('not-found', 'No webhook has this id.')
}

function tooMany(): DomainError {
  return new DomainError(
    'invalid-field',
    `url: the organization has ${mostWebhooks} webhooks already. Delete one that is not needed.`,
  )
}
