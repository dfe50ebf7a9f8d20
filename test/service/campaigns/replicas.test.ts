import { resolve } from 'node:path'
import { expect, inject, test } from 'vitest'
import { createDatabase, emptyDatabase } from '../../support/postgres.ts'
import { startService } from '../../support/service.ts'
import { inviteAll, patternOf, peopleOf } from './support.ts'

test.skipIf(!inject('postgres'))(
  'paused or ended, its links show nothing on every replica, and again when opened',
  {
    timeout: 240_000,
  },
  async () => {
    const environment = {
      DATABASE_URL: await createDatabase(inject('postgres') ?? '', { template: emptyDatabase }),
      MOTIF_TOKENS: 'acme/ada=a-token-of-two-replicas-0123',
      TEMPLATES_DIR: resolve('test/fixtures/templates'),
    }
    await using one = await startService(environment)
    await using other = await startService(environment)
    const token = 'a-token-of-two-replicas-0123'
    const replicas = [one, other].map((service) => ({
      ...service,
      request: ((method, path, options) =>
        service.request(method, path, { token, ...options })) as typeof one.request,
    }))
    const [api = one] = replicas
    const { id } = await inviteAll(api, 'email\njane@acme.example\n')
    const [person] = await peopleOf(api, id)
    const pattern = patternOf(person?.link)
    const read = async (service: typeof one) => {
      const answer = await fetch(`${service.url}/p/${pattern}`)
      return { status: answer.status, text: answer.ok ? await answer.text() : '' }
    }
    const before = await read(one)
    expect(before).toEqual({ status: 200, text: expect.stringContaining(pattern) })
    expect(await read(other)).toEqual(before)
    for (const status of ['paused', 'ended']) {
      await api.request('PATCH', `/v1/campaigns/${id}`, { body: { status } })
      expect((await read(one)).status).toBe(404)
      await expect.poll(async () => (await read(other)).status).toBe(404)
      await api.request('PATCH', `/v1/campaigns/${id}`, { body: { status: 'open' } })
      expect(await read(one)).toEqual(before)
      await expect.poll(() => read(other)).toEqual(before)
    }
  },
)
