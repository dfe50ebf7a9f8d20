import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forADatabase } from '../../support/databases.ts'
import { motif } from '../../support/motif.ts'
import { ownService } from '../../support/own-service.ts'
import { whenCompleted } from '../../support/records.ts'
import type { Service } from '../../support/service.ts'
import { dump, rowsWith } from './stored.ts'
import { type Content, createContent, visitBatch } from './support.ts'

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
  const own = ownService(database)

  test('a delete takes along jobs, callbacks not yet delivered and events', async () => {
    const content = await createContent(own.api, { callback: 'http://127.0.0.1:9/never-there' })
    await visit(own.api, content)
    const waiting = await createContent(own.api, { callback: 'http://127.0.0.1:9/never-there' })
    const kept = await createContent(own.api)
    for (const { id } of [content, waiting]) {
      expect((await own.api.request('DELETE', `/v1/content/${id}`)).status).toBe(204)
    }
    const gone = [content.id, content.pattern, waiting.id, waiting.pattern, 'never-there', 'v'.repeat(22)]
    for (const text of gone) await expect.poll(() => rowsWith(own.environment, text)).toEqual([])
    expect(await rowsWith(own.environment, kept.pattern)).not.toEqual([])
  })

  test('an e-mail address is stored with its prospect only, a token nowhere', async () => {
    const planted = `planted-${randomUUID()}`
    const headers = { 'idempotency-key': `key-${planted}` }
    const body = { email: `${planted}@example.com` }
    const answer = await own.api.request<{ id: string }>('POST', '/v1/prospects', { body, headers })
    await visit(own.api, await createContent(own.api, { prospect: answer.body.id }))
    const token = await told(
      own.environment,
      'token',
      'create',
      '--organization',
      'acme',
      '--user',
      'planted',
    )
    const rows = await dump(own.environment)
    const tables = rows.filter((row) => row.includes(planted)).map((row) => row.split(':')[0])
    expect([...new Set(tables)]).toEqual(['prospect'])
    for (const secret of [own.api.token, token])
      expect(rows.filter((row) => row.includes(secret))).toEqual([])
    for (const secret of [planted, own.api.token, token]) expect(own.api.output()).not.toContain(secret)
  })
})
