import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Alert } from '../../../service/messages/alerts/operations.ts'
import { batchOf, click, send } from '../events/batch.ts'
import { admin, serviceWithAlerts, stranger } from './support.ts'

const alerts = serviceWithAlerts()
const { ask, beginMorning, bodies, create, received, recordOf, slackAt, teamsAt, visitWithGoal } = alerts

test('a changed alert tells of other things, to another receiver, of what happens from then on', async () => {
  const { id } = await create({ to: slackAt('slack/before'), when: ['goal'], at: 'morning' })
  await visitWithGoal('Before the change')
  const to = teamsAt('teams/after')
  const changed = await ask<Alert>('PUT', `/alerts/${id}`, { to, when: ['goal', 'read'], seconds: 45 })
  expect(changed.status).toBe(200)
  expect(changed.body).toMatchObject({ id, to, when: ['goal', 'read'], seconds: 45, at: 'once', state: 'on' })
  expect((await ask<Alert>('GET', `/alerts/${id}`)).body).toEqual(changed.body)
  await visitWithGoal('After the change')
  await beginMorning()
  expect(alerts.receivers.received.map(({ path }) => path)).toEqual(['/teams/after'])
  expect(bodies()[0]).toContain('After the change')
})

test('what its former receiver answers late does not switch off an alert that was changed meanwhile', async () => {
  const { id } = await create({ to: slackAt('late'), when: ['goal'] })
  const record = await recordOf()
  await send(alerts, batchOf(record, { events: [click(1)], last: 1 }))
  await expect.poll(() => received('late').length).toBe(1)
  const to = slackAt('slack/next')
  expect((await ask('PUT', `/alerts/${id}`, { to, when: ['goal'] })).status).toBe(200)
  alerts.receivers.answerLate()
  await visitWithGoal('After the change')
  expect((await ask<Alert>('GET', `/alerts/${id}`)).body.state).toBe('on')
  expect(received('slack/next')).toHaveLength(1)
})

test('an alert that was switched off is on again once it is changed; a wrong change changes nothing', async () => {
  const { id } = await create({ to: slackAt('slack'), when: ['goal'] })
  await sql`UPDATE alert SET state = 'off' WHERE id = ${id}`.execute(alerts.db)
  for (const wrong of [
    { to: {}, when: ['goal'] },
    { to: { mail: ['nobody'] }, when: ['goal'] },
    { to: slackAt('slack'), when: [] },
    { to: slackAt('slack'), when: ['goal'], owner: { column: ' ', value: 'x' } },
    { to: slackAt('slack'), when: ['goal'], owner: { column: 'owner', value: 'a\u0000b' } },
  ])
    expect((await ask('PUT', `/alerts/${id}`, wrong)).status).toBe(400)
  expect((await ask<Alert>('GET', `/alerts/${id}`)).body).toMatchObject({ state: 'off', when: ['goal'] })
  const body = { to: slackAt('slack'), when: ['return'] }
  expect((await ask('PUT', `/alerts/${id}`, body, stranger)).status).toBe(404)
  expect((await ask('PUT', '/alerts/0123456789abcdef01234567', body)).status).toBe(404)
  expect((await ask<Alert>('PUT', `/alerts/${id}`, body)).body).toMatchObject({
    state: 'on',
    when: ['return'],
  })
})

test('alerts are for admins of their organization; what cannot be sent is refused', async () => {
  const { id } = await create({
    to: slackAt('slack'),
    when: ['goal'],
    owner: { column: 'owner', value: 'Tom' },
  })
  expect((await ask('GET', `/alerts/${id}`, undefined, stranger)).status).toBe(404)
  expect((await ask('DELETE', `/alerts/${id}`, undefined, stranger)).status).toBe(404)
  const { token: viewer } = (await ask<{ token: string }>('POST', '/tokens', { user: 'kim', role: 'editor' }))
    .body
  for (const method of ['GET', 'POST'])
    expect((await ask(method, '/alerts', method === 'POST' ? {} : undefined, viewer)).status).toBe(403)
  const refused = (to: unknown, more = {}) =>
    ask<{ error: number; message: string }>('POST', '/alerts', { to, when: ['goal'], ...more })
  for (const [to, error] of [
    [{}, 40001],
    [{ ...slackAt('a'), mail: ['a@b.example'] }, 40001],
    [{ slack: 'nonsense' }, 40005],
    [{ mail: [] }, 40001],
    [{ mail: ['nobody'] }, 40001],
  ] as const)
    expect((await refused(to)).body.error, JSON.stringify(to)).toBe(error)
  expect((await refused(slackAt('a'), { when: [] })).body).toEqual({
    error: 40001,
    message: 'when: must have at least 1 item.',
  })
  expect((await refused(slackAt('a'), { when: ['nothing'] })).body.error).toBe(40001)
  expect((await refused(slackAt('a'), { when: ['read'], seconds: 0 })).body.error).toBe(40001)
  expect((await ask('DELETE', `/alerts/${id}`)).status).toBe(204)
  expect((await ask('DELETE', `/alerts/${id}`)).status).toBe(404)
})

test('an organization has 50 alerts at most, also if all are asked for at once', async () => {
  const made = Array.from({ length: 70 }, () => ask('POST', '/alerts', { to: slackAt('a'), when: ['goal'] }))
  const statuses = (await Promise.all(made)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(50)
  expect((await ask<{ alerts: Alert[] }>('GET', '/alerts')).body.alerts).toHaveLength(50)
})

/** Asks for the same twice with one key. Returns the answer, which is the same. */
async function askTwice<Body>(path: string, body?: object): Promise<Body> {
  const post = () =>
    fetch(`${alerts.url}/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${admin}`,
        'idempotency-key': 'once',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  const [first, again] = [await post(), await post()]
  expect([first.status, again.status]).toEqual([200, 200])
  const text = await first.text()
  expect(await again.text()).toBe(text)
  return JSON.parse(text)
}

test('an alert that is asked for twice with one key is made once', async () => {
  await askTwice('/alerts', { to: slackAt('slack'), when: ['goal'] })
  expect((await ask<{ alerts: Alert[] }>('GET', '/alerts')).body.alerts).toHaveLength(1)
})

test('a test that is asked for twice with one key is sent once, received or not', async () => {
  const told = await create({ to: slackAt('slack'), when: ['goal'] })
  expect(await askTwice(`/alerts/${told.id}/test`)).toEqual({ status: 200, response: 'ok' })
  const deaf = await create({ to: slackAt('gone'), when: ['goal'] })
  expect(await askTwice(`/alerts/${deaf.id}/test`)).toMatchObject({ status: 404 })
  expect(alerts.receivers.received.map(({ path }) => path)).toEqual(['/slack', '/gone'])
})
