import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { maxAttempts } from '../../../service/base/jobs/job.ts'
import type { Alert } from '../../../service/messages/alerts/operations.ts'
import { batchOf, click, report, send } from '../events/batch.ts'
import { serviceWithAlerts } from './support.ts'

const alerts = serviceWithAlerts()
const {
  ask,
  beginMorning,
  bodies,
  countHeld,
  create,
  look,
  received,
  recordOf,
  slackAt,
  teamsAt,
  visitWithGoal,
  whenSent,
} = alerts

test('what is gathered goes out in the morning, once, in one message of a size that is taken', async () => {
  for (const to of [slackAt('slack/morning'), teamsAt('teams/morning')])
    await create({ to, when: ['goal'], at: 'morning' })
  for (let at = 0; at < 60; at++) {
    const record = await recordOf({ name: `Person ${at} ${'x'.repeat(200)}`, company: 'ü'.repeat(200) })
    await send(alerts, batchOf(record, { events: [click(1)], last: 1 }))
  }
  await whenSent()
  expect(alerts.receivers.received).toEqual([])
  await beginMorning()
  expect(alerts.receivers.received).toHaveLength(2)
  // Nothing of what the receivers say: they may say what they were told.
  for (const { alerts } of [(await ask<{ alerts: Alert[] }>('GET', '/alerts')).body])
    for (const { deliveries } of alerts)
      expect(deliveries[0]).toEqual({ at: expect.any(String), what: 'morning', status: expect.any(Number) })
  for (const body of bodies()) {
    expect(body).toContain('60 things')
    expect(body).toContain('And 40 more.')
  }
  await beginMorning()
  expect(alerts.receivers.received).toHaveLength(2)
})

test('however much was gathered, one morning tells all of it', async () => {
  const { id } = await create({
    to: slackAt('slack/much'),
    when: ['goal', 'campaign-complete'],
    at: 'morning',
  })
  // Of campaigns that were deleted since: nothing is told of them.
  await sql`
    INSERT INTO message (organization, id, alert, address, type, campaign, happened_at, state)
    SELECT 'acme', 'gone ' || number, ${id}, '', 'campaign.completed', 'gone', now() - interval '1 hour', 'held'
    FROM generate_series(1, 2100) AS number`.execute(alerts.db)
  for (const name of ['First Person', 'Last Person']) await visitWithGoal(name)
  await beginMorning()
  expect(bodies()).toHaveLength(1)
  for (const words of ['2 things', 'First Person', 'Last Person']) expect(bodies()[0]).toContain(words)
  expect(await countHeld()).toBe(0)
})

test('what is gathered for a morning that was told already, by a clock that is behind, is told as well', async () => {
  await create({ to: slackAt('slack/behind'), when: ['goal'], at: 'morning' })
  await visitWithGoal('In Time')
  await beginMorning()
  await visitWithGoal('Just Late')
  await beginMorning()
  expect(bodies()).toEqual([expect.stringContaining('In Time'), expect.stringContaining('Just Late')])
  expect(bodies()[1]).not.toContain('In Time')
  expect(await countHeld()).toBe(0)
})

test('what was gathered ends with the message that told it, or not at all', async () => {
  await create({ to: slackAt('slack/ended'), when: ['goal'], at: 'morning' })
  await visitWithGoal('Told Once')
  // As if the process ended here: what was gathered cannot be ended.
  await sql`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`.execute(
    alerts.db,
  )
  await sql`
    CREATE TRIGGER refuse BEFORE UPDATE ON message FOR EACH ROW WHEN (OLD.state = 'held')
    EXECUTE FUNCTION refuse()`.execute(alerts.db)
  await sql`UPDATE job SET run_at = now() WHERE kind = 'deliver'`.execute(alerts.db)
  const isTried = async () =>
    (
      await sql`SELECT FROM job WHERE kind = 'deliver' AND (attempt = 0 OR lease IS NOT NULL)`.execute(
        alerts.db,
      )
    ).rows
  await expect.poll(isTried).toEqual([])
  await sql`DROP FUNCTION refuse CASCADE`.execute(alerts.db)
  expect(received('slack/ended')).toHaveLength(1)
  await beginMorning()
  expect(await countHeld()).toBe(0)
})

test('a message of the morning with which the process died each time is given up, and what it would have told', async () => {
  await create({ to: slackAt('slack/died'), when: ['goal'], at: 'morning' })
  await visitWithGoal('Never Told')
  await sql`UPDATE job SET attempt = ${maxAttempts} WHERE kind = 'deliver'`.execute(alerts.db)
  await beginMorning()
  expect(received('slack/died')).toEqual([])
  expect(await countHeld()).toBe(0)
  await visitWithGoal('Told Next')
  await beginMorning()
  expect(bodies()).toEqual([expect.stringContaining('Told Next')])
  expect(bodies()[0]).not.toContain('Never Told')
})

test('what a receiver answers to what was gathered is kept of no attempt: it may name people', async () => {
  for (const path of ['down/names', 'gone/names'])
    await create({ to: slackAt(path), when: ['goal'], at: 'morning' })
  await visitWithGoal('Named Person')
  await beginMorning()
  const { rows } = await sql<{ last_error: string | null; last_answer: string | null }>`
    SELECT last_error, last_answer FROM message WHERE type = 'alerts.morning' ORDER BY last_error`.execute(
    alerts.db,
  )
  expect(rows).toEqual([
    { last_error: 'HTTP 404', last_answer: null },
    { last_error: 'HTTP 500', last_answer: null },
  ])
})

test('a page that breaks in one place after the other is one thing in the morning', async () => {
  const record = await recordOf()
  const good = report({ applied: [0, 1, 2] })
  for (let at = 0; at < 20; at++) await send(alerts, batchOf(record, { report: good }))
  await create({ to: slackAt('slack/places'), when: ['page-broken'], at: 'morning' })
  await look()
  for (const missing of [[0], [0, 1]]) {
    const broken = report({ applied: [0, 1, 2].filter((item) => !missing.includes(item)), missing })
    for (let at = 0; at < 2; at++) await send(alerts, batchOf(record, { report: broken }))
    await look()
  }
  expect(await countHeld()).toBe(2)
  await beginMorning()
  expect(bodies()).toHaveLength(1)
  expect(JSON.parse(bodies()[0] ?? '').text).toBe('Since yesterday morning')
  expect(bodies()[0]?.split('*launch* is broken in 2 places')).toHaveLength(2)
})
