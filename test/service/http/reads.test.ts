import { expect, test } from 'vitest'
import { createContent, createEnriched, withApi } from './support.ts'

withApi((api) => {
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    api().request(method, path, { headers })
  /** Of a prospect that no longer changes. */
  const settled = async () => `/v1/prospects/${(await createEnriched(api(), { test: true })).id}`

  test('a GET has its own strong ETag and may be kept by its client only', async () => {
    const content = await createContent(api())
    const tags = new Set<string | null>()
    for (const path of [await settled(), `/v1/content/${content.id}`, '/v1/openapi.json']) {
      const { headers } = await get(path)
      expect(headers.get('etag')).toMatch(/^"[\x21\x23-\x7e]+"$/)
      expect(headers.get('cache-control')).toBe('private, no-cache')
      tags.add(headers.get('etag'))
    }
    expect(tags.size).toBe(3)
  })

  test('a client that has it is answered 304, without a body', async () => {
    const path = await settled()
    const etag = (await get(path)).headers.get('etag') ?? ''
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, `"a",W/${etag},"b"`, '*']) {
      const answer = await get(path, { 'if-none-match': known })
      expect([answer.status, answer.body]).toEqual([304, undefined])
      expect(answer.headers.get('etag')).toBe(etag)
      expect(answer.headers.get('cache-control')).toBe('private, no-cache')
      expect(answer.headers.get('content-type')).toBeNull()
    }
    for (const other of ['"other"', etag.slice(1, -1), '']) {
      expect((await get(path, { 'if-none-match': other })).status).toBe(200)
    }
  })
})
