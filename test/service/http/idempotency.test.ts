import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { OpenapiDocument } from '../../support/openapi.ts'
import type { Service } from '../../support/service.ts'
import { inviteAll } from '../campaigns/support.ts'
import { createProspect, expectError, freshEmail, withApi } from './support.ts'

/** Sends a POST and gives the very bytes of the answer. */
async function post(api: Service, path: string, key: string, body: string, token = api.token) {
  const answer = await fetch(`${api.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body,
  })
  const replayed = answer.headers.get('idempotency-replayed')
  return {
    status: answer.status,
    replayed,
    type: answer.headers.get('content-type'),
    text: await answer.text(),
  }
}

withApi((api) => {
  const send = (path: string, key: string, body: unknown) => post(api(), path, key, JSON.stringify(body))

  test('the first 2xx is answered again, to the byte, and nothing is made twice', async () => {
    const prospect = (await createProspect(api())).id
    const bodies = {
      '/v1/content': { prospect, template: 'launch', language: 'en' },
      '/v1/prospects': { email: freshEmail(), additional: { b: 1.5, a: 'é' } },
      '/v1/prospects/search': { domain: 'idempotent.example' },
    }
    for (const [path, body] of Object.entries(bodies)) {
      const key = randomUUID()
      const first = await send(path, key, body)
      expect([first.status, first.replayed]).toEqual([200, null])
      const again = await send(path, key, body)
      expect(again).toEqual({ ...first, replayed: 'true' })
    }
  })

  test('other body bytes are 42200', async () => {
    const [key, email] = [randomUUID(), freshEmail()]
    await post(api(), '/v1/prospects', key, `{"email":"${email}"}`)
    for (const other of [`{"email": "${email}"}`, '{"email":"other@example.com"}', '{}']) {
      const answer = await post(api(), '/v1/prospects', key, other)
      expect([answer.status, JSON.parse(answer.text).error]).toEqual([422, 42200])
    }
  })

  test('a repeated review or invitation changes nothing more', async () => {
    const { id } = await inviteAll(api(), `email\n${freshEmail()}\n`, { status: 'draft' })
    const review = (key: string, decision: string) =>
      send(`/v1/campaigns/${id}/review`, key, { people: 'all', review: decision })
    const [key, link] = [randomUUID(), randomUUID()]
    expect(JSON.parse((await review(key, 'approved')).text)).toEqual({ changed: 1 })
    await review(randomUUID(), 'waiting')
    expect(await review(key, 'approved')).toMatchObject({ text: '{"changed":1}', replayed: 'true' })
    expect((await api().request('GET', `/v1/campaigns/${id}/review`)).body).toMatchObject({ approved: 0 })

    const body = { name: 'Carla', email: freshEmail() }
    const member = await api().request<{ id: string }>('POST', '/v1/members', { body })
    const invite = () => post(api(), `/v1/members/${member.body.id}/invite`, link, '{}')
    const first = await invite()
    expect(first.status).toBe(200)
    expect(await invite()).toEqual({ ...first, replayed: 'true' })
  })

  test('every POST takes a key but imports, webhooks, tickets and previews', async () => {
    const { paths } = (await api().request<OpenapiDocument>('GET', '/v1/openapi.json')).body
    const without = Object.entries(paths).flatMap(([path, { post: operation }]) =>
      operation && !operation.parameters?.some(({ name }) => name === 'Idempotency-Key') ? [path] : [],
    )
    expect(without.sort()).toEqual([
      '/alerts/preview',
      '/campaigns/{id}/people',
      '/lists/read',
      '/templates/{name}/edit',
      '/templates/{name}/preview',
      '/webhooks',
      '/webhooks/{id}/test',
    ])
  })

  test('a key belongs to its organization, method and path', async () => {
    const [key, body] = [randomUUID(), JSON.stringify({ email: freshEmail(), domain: 'example.com' })]
    const first = await post(api(), '/v1/prospects', key, body)
    expect((await post(api(), '/v1/prospects/search', key, body)).replayed).toBeNull()
    const theirs = await post(api(), '/v1/prospects', key, body, api().otherToken)
    expect([theirs.status, theirs.replayed]).toEqual([200, null])
    expect(theirs.text).not.toBe(first.text)
  })

  test('of many at once one is answered, and the others are 40900 or the same answer', async () => {
    const prospect = (await createProspect(api())).id
    const [key, body] = [randomUUID(), { prospect, template: 'launch', language: 'en' }]
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('/v1/content', key, body)))
    const made = answers.filter(({ status }) => status === 200)
    expect(made.filter(({ replayed }) => replayed === null)).toHaveLength(1)
    expect(new Set(made.map(({ text }) => text)).size).toBe(1)
    const busy = answers.filter(({ status }) => status !== 200)
    for (const { status, text } of busy) expect([status, JSON.parse(text).error]).toEqual([409, 40900])
  })

  test('a key has 1 to 255 characters', async () => {
    const body = { email: freshEmail() }
    expect((await send('/v1/prospects', 'k'.repeat(255), body)).status).toBe(200)
    for (const key of ['k'.repeat(256), '']) {
      const headers = { 'idempotency-key': key }
      const answer = await api().request('POST', '/v1/prospects', { body, headers })
      expect(expectError(answer, 40001)).toContain('Idempotency-Key')
    }
  })
})
