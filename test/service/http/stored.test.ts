import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forADatabase } from '../../support/databases.ts'
import { motif } from '../../support/motif.ts'
import { whenCompleted } from '../../support/records.ts'
import { type Service, startService } from '../../support/service.ts'
import { dump, rowsWith } from './stored.ts'
import { type Content, createContent, createProspect, expectError, visitBatch } from './support.ts'

const timeoutMs = 240_000

/** Runs a command beside the service; gives what it prints. */
async function told(environment: Record<string, string>, ...args: string[]): Promise<string> {
  return (await motif(args, environment)).stdout.trim()
}

/** Waits for the record to be made, and lets a visitor see it. */
async function visit(api: Service, { id, pattern }: Content): Promise<void> {
  await whenCompleted(api, id)
  const body = visitBatch(pattern, 'v'.repeat(22))
  expect((await api.request('POST', '/e', { token: '', body })).status).toBe(204)
}

forADatabase((database) => {
  let environment: Record<string, string>
  let api: Service
  beforeAll(async () => {
    environment = await database.create()
    api = await startService(environment)
  }, timeoutMs)
  afterAll(() => api?.stop())

  test('a delete takes along jobs, callbacks not yet delivered and events', async () => {
    const content = await createContent(api, { callback: 'http://127.0.0.1:9/never-there' })
    await visit(api, content)
    const waiting = await createContent(api, { callback: 'http://127.0.0.1:9/never-there' })
    const kept = await createContent(api)
    for (const { id } of [content, waiting]) {
      expect((await api.request('DELETE', `/v1/content/${id}`)).status).toBe(204)
    }
    const gone = [content.id, content.pattern, waiting.id, waiting.pattern, 'never-there', 'v'.repeat(22)]
    for (const text of gone) await expect.poll(() => rowsWith(environment, text)).toEqual([])
    expect(await rowsWith(environment, kept.pattern)).not.toEqual([])
  })

  test('an e-mail address is stored with its prospect only, a token nowhere', async () => {
    const planted = `planted-${randomUUID()}`
    const headers = { 'idempotency-key': `key-${planted}` }
    const body = { email: `${planted}@example.com` }
    const answer = await api.request<{ id: string }>('POST', '/v1/prospects', { body, headers })
    await visit(api, await createContent(api, { prospect: answer.body.id }))
    const token = await told(environment, 'token', 'create', '--organization', 'acme', '--user', 'planted')
    const rows = await dump(environment)
    const tables = rows.filter((row) => row.includes(planted)).map((row) => row.split(':')[0])
    expect([...new Set(tables)]).toEqual(['prospect'])
    for (const secret of [api.token, token]) expect(rows.filter((row) => row.includes(secret))).toEqual([])
    for (const secret of [planted, api.token, token]) expect(api.output()).not.toContain(secret)
  })

  test('a token is 128 bits or more, names its user in content, and can be revoked', async () => {
    const token = await told(environment, 'token', 'create', '--organization', 'acme', '--user', 'eve')
    expect(token).toMatch(/^\S{22,}$/)
    const prospect = (await createProspect(api)).id
    const content = { prospect, template: 'launch', language: 'en' }
    const made = await api.request<Content>('POST', '/v1/content', { body: content, token })
    expect(made.body.user).toBe('eve')
    const list = await told(environment, 'token', 'list')
    const line = list.split('\n').find((each) => each.includes('eve')) ?? ''
    await told(environment, 'token', 'revoke', line.split(/\s/)[0] ?? '')
    expectError(await api.request('GET', `/v1/content/${made.body.id}`, { token }), 40101)
  })
})
