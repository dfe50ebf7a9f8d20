import type { FastifyInstance } from 'fastify'
import type { Database } from '../base/database/database.ts'
import { serve } from '../base/http/serve.ts'
import { acceptTarget } from '../base/net/accept-target.ts'
import { mostWebhooks, type WebhookEvent } from '../base/outbox/happenings.ts'
import type { NoticeOutbox } from '../base/outbox/outbox.ts'
import { DomainError } from '../base/words/errors.ts'
import { isId } from '../base/words/ids.ts'
import type { Config } from '../config.ts'
import { makeSecret } from './secret.ts'
import { type Webhook, webhookOperations } from './webhook-operations.ts'
import { addTest, insertWebhook, readWebhooks, removeWebhook } from './webhooks-sql.ts'

/** The webhooks of organizations: see `createWebhooks`. An unknown id throws `not-found`. */
export interface WebhookRoom {
  /** Throws what is wrong with the address or the events. The secret is returned only here. */
  create(
    organization: string,
    wanted: { url: string; events: WebhookEvent[] },
  ): Promise<{ id: string; secret: string }>
  list(organization: string): Promise<Webhook[]>
  remove(organization: string, id: string): Promise<void>
  /** Enqueues a test notice, even where the webhook is off. If it is received, the webhook is switched on. */
  test(organization: string, id: string): Promise<{ id: string }>
}

interface WebhooksOptions {
  db: Database
  jobs: { wake(): void }
  outbox: Pick<NoticeOutbox, 'forget'>
  config: Pick<Config, 'allowPrivateAddresses'>
}

/** Creates the webhooks. */
export function createWebhooks({ db, jobs, outbox, config }: WebhooksOptions): WebhookRoom {
  const { allowPrivateAddresses } = config

  return {
    async create(organization, { url, events }) {
      const target = await acceptTarget('url', url, { allowPrivateAddresses })
      const secret = makeSecret()
      const wanted = { url: target, events: [...new Set(events)], secret }
      const id = await insertWebhook(db, organization, wanted)
      if (id === undefined) throw tooMany()
      outbox.forget(organization)
      return { id, secret }
    },
    async list(organization) {
      const { webhooks, deliveries } = await readWebhooks(db, organization)
      const byWebhook = Map.groupBy(deliveries, ({ webhook }) => webhook)
      return webhooks.map(({ id, url, events, state, created_at }) => ({
        id,
        url,
        events: events.split(' ') as WebhookEvent[],
        state,
        createdAt: created_at.toISOString(),
        deliveries: (byWebhook.get(id) ?? []).map(
          ({ id, tried_at, type, last_status, last_error, last_answer }) => ({
            id: `msg_${id}`,
            at: tried_at.toISOString(),
            event: type,
            ...(last_status !== null && { status: last_status }),
            ...(last_error !== null && { error: last_error }),
            ...(last_answer !== null && { answer: last_answer }),
          }),
        ),
      }))
    },
    async remove(organization, id) {
      if (!isId(id) || !(await removeWebhook(db, organization, id))) throw unknown()
      outbox.forget(organization)
    },
    async test(organization, id) {
      const test = isId(id) ? await addTest(db, organization, id) : undefined
      if (test === undefined) throw unknown()
      jobs.wake()
      return { id: `msg_${test}` }
    },
  }
}

/** Registers `/webhooks`: the addresses of other programs that Motif notifies. */
export function webhookRoutes(app: FastifyInstance, { webhooks }: { webhooks: WebhookRoom }): void {
  serve(app, webhookOperations.listWebhooks, async ({ owner }) => ({
    webhooks: await webhooks.list(owner.organization),
  }))

  serve(app, webhookOperations.createWebhook, async ({ owner, body }) =>
    webhooks.create(owner.organization, body),
  )

  serve(app, webhookOperations.deleteWebhook, async ({ owner, params }, reply) => {
    await webhooks.remove(owner.organization, params.id)
    return reply.code(204).send()
  })

  serve(app, webhookOperations.testWebhook, async ({ owner, params }, reply) => {
    const test = await webhooks.test(owner.organization, params.id)
    return reply.code(202).send(test)
  })
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
