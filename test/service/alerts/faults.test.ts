import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../../../service/base/database/database.ts'
import { LostJob } from '../../../service/base/jobs/job.ts'
import type { AlertTest } from '../../../service/messages/alerts/operations.ts'
import { createWatch } from '../../../service/messages/alerts/watch-faults.ts'
import { startLocalServer } from '../../support/local-server.ts'
import { batchOf, click, report, send } from '../events/batch.ts'
import { serviceWithAlerts } from './support.ts'

const alerts = serviceWithAlerts()
const { ask, bodies, create, look, received, recordOf, slackAt } = alerts

test('a page that breaks is told once, and again only after it was mended', async () => {
  const record = await recordOf()
  await create({ to: slackAt('slack/broken'), when: ['page-broken'] })
  const missing = report({ applied: [1, 2], missing: [0] })
  for (let at = 0; at < 2; at++) await send(alerts, batchOf(record, { report: missing }))
  await look()
  await look()
  expect(bodies()).toHaveLength(1)
  expect(bodies()[0]).toContain('*launch* is broken')
  const good = report({ applied: [0, 1, 2] })
  for (let at = 0; at < 20; at++) await send(alerts, batchOf(record, { report: good }))
  await look()
  for (let at = 0; at < 2; at++) await send(alerts, batchOf(record, { report: missing }))
  await look()
  expect(bodies()).toHaveLength(2)
})

test('an alert that is made just when the watch ends, because nobody wanted it, is watched for', async () => {
  const job = {
    organization: 'acme',
    kind: 'watch' as const,
    subject: 'faults',
    host: '',
    lease: 'mine',
    attempt: 1,
  }
  await sql`
    INSERT INTO job (organization, kind, subject, run_at, lease, leased_until, attempt)
    VALUES ('acme', 'watch', 'faults', now(), 'mine', now() + interval '1 hour', 1)
    ON CONFLICT (organization, kind, subject) DO UPDATE SET lease = 'mine', attempt = 1,
      leased_until = now() + interval '1 hour'`.execute(alerts.db)
  // The alert is made between the look and the end.
  const late = {
    getExecutor: () => alerts.db.getExecutor(),
    transaction: () => ({
      async execute(work: (trx: Database) => Promise<void>) {
        await create({ to: slackAt('slack/late-alert'), when: ['page-broken'] })
        return alerts.db.transaction().execute(work)
      },
    }),
  } as unknown as Database
  const watch = createWatch({ db: late, outbox: { add: async () => false }, jobs: { wake() {} } })
  await watch.handle(job).catch((error) => expect(error).toBeInstanceOf(LostJob))
  expect(
    (await sql`SELECT FROM job WHERE kind = 'watch' AND organization = 'acme'`.execute(alerts.db)).rows,
  ).toHaveLength(1)
})

test('what is broken is told again by an alert that a test has switched on', async () => {
  const { id } = await create({ to: slackAt('gone/broken'), when: ['goal', 'page-broken'] })
  const record = await recordOf()
  const missing = report({ applied: [1, 2], missing: [0] })
  const reached = { events: [click(1)], last: 1 }
  for (let at = 0; at < 2; at++) await send(alerts, batchOf(record, { ...reached, report: missing }))
  const watches = async () => {
    await sql`UPDATE job SET run_at = now() WHERE kind = 'watch' AND lease IS NULL`.execute(alerts.db)
    return (await sql`SELECT FROM job WHERE kind = 'watch' AND organization = 'acme'`.execute(alerts.db)).rows
      .length
  }
  // Its receiver is gone: it is switched off, and nobody wants to know what is broken.
  await expect.poll(watches).toBe(0)
  await sql`UPDATE alert SET url = ${`${alerts.receivers.url}/slack/broken`} WHERE id = ${id}`.execute(
    alerts.db,
  )
  expect((await ask<AlertTest>('POST', `/alerts/${id}/test`)).body.status).toBe(200)
  expect(await watches()).toBe(1)
  const told = () => received('slack/broken').filter(({ body }) => body.includes('*launch* is broken'))
  await expect.poll(() => told().length).toBe(1)
})

test('a receiver that did not accept its callbacks is told once, with all of them, whatever their paths are', async () => {
  const { body } = await ask<{ id: string }>('POST', '/prospects', { email: 'jane@callbacks.example' })
  for (let at = 0; at < 3; at++) {
    const callback = `${alerts.receivers.url}/down/${at}?deal=${at}`
    const content = { prospect: body.id, template: 'launch', language: 'en', callback }
    expect((await ask('POST', '/content', content)).status).toBe(200)
  }
  const dead = async () =>
    (await sql`SELECT FROM message WHERE url IS NOT NULL AND state = 'dead'`.execute(alerts.db)).rows.length
  await expect.poll(dead).toBe(3)
  await create({ to: slackAt('slack/callbacks'), when: ['deliveries-failed'] })
  await expect.poll(() => received('slack/callbacks').length).toBe(1)
  expect(received('slack/callbacks')[0]?.body).toContain(
    `*${alerts.receivers.url}* did not accept 3 callbacks`,
  )
  const { faults } = (await ask<{ faults: { kind: string }[] }>('GET', '/faults')).body
  expect(faults.filter(({ kind }) => kind === 'callback')).toEqual([
    { kind: 'callback', url: alerts.receivers.url, deliveries: 3, error: 'HTTP 500' },
  ])
})

test('a webhook whose receiver does not accept is told once, until it has taken a test', async () => {
  let status = 500
  await using crm = await startLocalServer((_, response) => response.writeHead(status).end())
  const wanted = { url: `${crm.url}/crm?key=secret`, events: ['goal.reached'] }
  const { id } = (await ask<{ id: string }>('POST', '/webhooks', wanted)).body
  await create({ to: slackAt('slack/webhooks'), when: ['deliveries-failed'] })
  const webhooks = async () =>
    (await ask<{ faults: { kind: string }[] }>('GET', '/faults')).body.faults.filter(
      ({ kind }) => kind === 'webhook',
    )
  await send(alerts, batchOf(await recordOf(), { events: [click(1)], last: 1 }))
  await expect.poll(() => received('slack/webhooks').length).toBe(1)
  const told = received('slack/webhooks')[0]?.body
  expect(told).toContain(`*${crm.url}* did not accept 1 event`)
  expect(told).toContain('/console/settings')
  expect(await webhooks()).toEqual([{ kind: 'webhook', url: crm.url, deliveries: 1, error: 'HTTP 500' }])
  await ask('POST', `/webhooks/${id}/test`)
  expect(await webhooks()).toHaveLength(1)
  status = 200
  await ask('POST', `/webhooks/${id}/test`)
  await expect.poll(webhooks).toEqual([])
  await look()
  expect(received('slack/webhooks')).toHaveLength(1)
})
