import { expect, test } from 'vitest'
import type { Alert, AlertTest } from '../../../service/messages/alerts/operations.ts'
import { subscriptionToken } from '../../../service/messages/alerts/unsubscribe.ts'
import { batchOf, click, send } from '../events/batch.ts'
import { serviceWithAlerts } from './support.ts'

const alerts = serviceWithAlerts()
const { ask, beginMorning, countHeld, create, mailing, recordOf, visitWithGoal, whenSent } = alerts

test('an alert by mail arrives once, through STARTTLS, with one Message-ID at every attempt; a name is no header and no HTML', async () => {
  await create({ to: { mail: ['sales@acme.example'] }, when: ['goal'] })
  mailing.refusals.push('RCPT', 'DATA')
  const name = 'Jane\r\nBcc: all@evil.example\r\n<b>Doe</b> <img src="https://evil.example/pixel">'
  const record = await recordOf({ name })
  const batch = batchOf(record, { events: [click(1)], last: 1 })
  await send(alerts, batch, batch)
  await whenSent()
  expect(mailing.refusals).toEqual([])
  expect(alerts.mails.received).toHaveLength(1)
  const [{ source = '', secure = false, to } = { to: [] }] = alerts.mails.received
  expect([secure, to]).toEqual([true, ['sales@acme.example']])
  const idIn = (mail: string) => /^Message-ID: (.*)\r$/im.exec(mail)?.[1] ?? expect.fail('it has none')
  expect(mailing.refused.map(idIn)).toEqual([idIn(source)])
  const [head = ''] = source.split('\r\n\r\n')
  expect(head).not.toMatch(/^(Bcc|img)/im)
  expect(source).toContain('&lt;b&gt;Doe')
  expect(source.slice(source.indexOf('<!doctype'))).not.toMatch(/<img/)
  expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
})

test('what was gathered for an address that stays is mailed to it, and to no address that was taken away', async () => {
  const when = ['goal']
  const { id } = await create({ to: { mail: ['ann@acme.example', 'bob@acme.example'] }, when, at: 'morning' })
  await visitWithGoal('Gathered before')
  const mail = ['bob@acme.example', 'cy@acme.example']
  expect((await ask('PUT', `/alerts/${id}`, { to: { mail }, when, at: 'morning' })).status).toBe(200)
  await beginMorning()
  expect(alerts.mails.received.map(({ to }) => to)).toEqual([['bob@acme.example']])
})

test('what is gathered while the message of its morning is being sent goes out behind it', async () => {
  await create({ to: { mail: ['ada@acme.example'] }, when: ['goal'], at: 'morning' })
  await visitWithGoal('In Time')
  const record = await recordOf({ name: 'Just Late' })
  mailing.meanwhile = async () => {
    mailing.meanwhile = async () => {}
    await send(alerts, batchOf(record, { events: [click(1)], last: 1 }))
  }
  await beginMorning()
  const { received } = alerts.mails
  expect(received.map(({ source }) => source)).toEqual([
    expect.stringContaining('In Time'),
    expect.stringContaining('Just Late'),
  ])
  expect(received[1]?.source).not.toContain('In Time')
  expect(await countHeld()).toBe(0)
})

test('an address that is spelled in another way is the same: what was gathered for it stays, and its button ends it', async () => {
  const when = ['goal']
  const { id } = await create({ to: { mail: ['Ann.Lee@acme.example'] }, when, at: 'morning' })
  await visitWithGoal('Gathered before')
  const mail = ['ann.lee@acme.example']
  const { body } = await ask<Alert>('PUT', `/alerts/${id}`, { to: { mail }, when, at: 'morning' })
  expect(body.to).toEqual({ mail: ['Ann.Lee@acme.example'] })
  await visitWithGoal('Gathered after')
  await beginMorning()
  expect(alerts.mails.received.map(({ to }) => to)).toEqual([['Ann.Lee@acme.example']])
  for (const person of ['Gathered before', 'Gathered after'])
    expect(alerts.mails.received[0]?.source).toContain(person)
  const token = await subscriptionToken(alerts.db, {
    organization: 'acme',
    of: id,
    address: 'ann.lee@acme.example',
  })
  expect((await fetch(`${alerts.url}/unsubscribe?token=${token}`, { method: 'POST' })).status).toBe(200)
  expect((await ask<Alert>('GET', `/alerts/${id}`)).body).toMatchObject({ to: { mail: [] }, state: 'off' })
})

test('who gets mail ends it by one button or one click of the mail program, without signing in', async () => {
  const mail = ['ada@acme.example', 'bo@acme.example']
  const { id } = await create({ to: { mail }, when: ['goal'] })
  const left = async () => (await ask<Alert>('GET', `/alerts/${id}`)).body
  const token = await subscriptionToken(alerts.db, {
    organization: 'acme',
    of: id,
    address: 'ada@acme.example',
  })
  const open = (of: string, init: RequestInit = {}) => fetch(`${alerts.url}/unsubscribe?token=${of}`, init)
  const shown = await open(token)
  expect(shown.status).toBe(200)
  expect(await shown.text()).toContain('ada@acme.example')
  expect((await left()).to.mail).toEqual(mail)
  for (const wrong of [`${token}x`, `x${token}`, '', 'a.b', encodeURIComponent('ü.ü')]) {
    expect((await open(wrong)).status, wrong).toBe(404)
    expect((await open(wrong, { method: 'POST' })).status, wrong).toBe(404)
  }
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await open(token, { method: 'POST', body })).status).toBe(200)
  expect((await open(token, { method: 'POST' })).status).toBe(200)
  expect(await left()).toMatchObject({ to: { mail: ['bo@acme.example'] }, state: 'on' })
  const form = new FormData()
  form.append('List-Unsubscribe', 'One-Click')
  const last = await subscriptionToken(alerts.db, {
    organization: 'acme',
    of: id,
    address: 'bo@acme.example',
  })
  expect((await open(last, { method: 'POST', body: form })).status).toBe(200)
  expect(await left()).toMatchObject({ to: { mail: [] }, state: 'off' })
})

test('an alert without an address stays off, also if a test still reaches whoever unsubscribes meanwhile', async () => {
  const address = 'last@acme.example'
  const { id } = await create({ to: { mail: [address] }, when: ['goal'] })
  const token = await subscriptionToken(alerts.db, { organization: 'acme', of: id, address })
  mailing.meanwhile = async () =>
    void (await fetch(`${alerts.url}/unsubscribe?token=${token}`, { method: 'POST' }))
  expect((await ask<AlertTest>('POST', `/alerts/${id}/test`)).body.status).toBe(250)
  expect((await ask<Alert>('GET', `/alerts/${id}`)).body).toMatchObject({ to: { mail: [] }, state: 'off' })
})
