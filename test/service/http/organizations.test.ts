import { expect, test } from 'vitest'
import type { Service } from '../../support/service.ts'
import { createContent, createProspect, unknownId, withApi } from './support.ts'

/** Every operation that takes an id. */
const operations: Record<
  string,
  (api: Service, id: string) => [method: string, path: string, body?: object]
> = {
  'GET /prospects/{id}': (_, id) => ['GET', `/v1/prospects/${id}`],
  'GET /content/{id}': (_, id) => ['GET', `/v1/content/${id}`],
  'DELETE /content/{id}': (_, id) => ['DELETE', `/v1/content/${id}`],
  'POST /content': (_, id) => ['POST', '/v1/content', { prospect: id, template: 'launch', language: 'en' }],
}

withApi((api) => {
  test.each(Object.keys(operations))(
    '%s answers an id of another organization exactly as an unknown one',
    async (name) => {
      const mine = [(await createProspect(api())).id, (await createContent(api())).id]
      const ask = async (id: string, token: string) => {
        const [method, path, body] = operations[name]?.(api(), id) ?? ['', '']
        const answer = await api().request(method, path, { token, ...(body && { body }) })
        const varying = ['date', 'x-request-id', 'connection', 'keep-alive']
        const headers = [...answer.headers].filter(([header]) => !varying.includes(header))
        return { status: answer.status, body: answer.body, headers }
      }
      const unknown = await ask(unknownId, api().otherToken)
      expect(unknown.status).toBeGreaterThanOrEqual(400)
      for (const id of mine) expect(await ask(id, api().otherToken)).toEqual(unknown)
      const content = mine[1] ?? ''
      expect((await api().request('GET', `/v1/content/${content}`)).status).toBe(200)
    },
  )
})
