import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { OpenapiDocument } from '../../support/openapi.ts'
import type { Service } from '../../support/service.ts'
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
      // What is refused frees its key.
      expect((await send(path, key, {})).status).toBe(400)
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
