import { expect, test } from 'vitest'
import { expectError, unknownId, withApi } from './support.ts'

const requestIdShape = /^[0-9a-f-]{36}$/
const campaign = { name: 'Spring', template: 'launch', language: 'en' }
const review = `/v1/campaigns/${unknownId}/review`

withApi((api) => {
  test.each([
    ['{"email":', 'cut off'],
    ['', 'empty'],
  ])('a body that is not JSON is 40000: %s (%s)', async (body) => {
    for (const path of ['/v1/prospects', '/v1/prospects/search', '/v1/content']) {
      expectError(await api().request('POST', path, { body }), 40000)
    }
  })

  test.each(['/v1/content/%ff', '/p/%ff'])('a bad escape in the path is 40000: %s', async (path) => {
    const answer = await api().request('GET', path)
    expectError(answer, 40000)
    expect(answer.headers.get('x-request-id')).toMatch(requestIdShape)
  })

  test.each(['[]', 'null'])('a body that is %s, not an object, is 40001', async (body) => {
    for (const path of ['/v1/prospects', '/v1/prospects/search', '/v1/content']) {
      expect(expectError(await api().request('POST', path, { body }), 40001)).toContain('body')
    }
  })

  test.each([
    [
      'POST',
      '/v1/webhooks',
      { url: 'https://example.com', events: [] },
      'events: must have at least 1 item.',
    ],
    ['POST', '/v1/tokens', { user: 'ada', expiresInDays: 0 }, 'expiresInDays: must be at least 1.'],
    ['POST', '/v1/campaigns', { ...campaign, utm: { sauce: 'x' } }, 'utm.sauce: is not a field of utm.'],
    ['POST', review, { people: unknownId, review: 'approved' }, 'people: must be all or be a list.'],
    [
      'POST',
      review,
      { people: 'all', review: 'approved', seen: { [unknownId]: 'now' } },
      `seen.${unknownId}: must be a date`,
    ],
    ['GET', '/v1/templates/launch?version=two', undefined, 'version: must be a whole number, such as 3.'],
  ])('a value that is refused is told in plain words: %s %s %j', async (method, path, body, message) => {
    expect(expectError(await api().request(method, path, { body }), 40001)).toContain(message)
  })

  test('an unknown path is 40400, in /v1 and outside', async () => {
    for (const path of ['/v1/unknown', '/v1', '/unknown']) {
      expectError(await api().request('GET', path), 40400)
      expectError(await api().request('POST', path, { body: 'not json' }), 40400)
    }
  })

  test.each([
    ['HEAD', '/v1/prospects/search', 'POST'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['POST', '/p/aaaaaaaaaaaaaaaaaaaaaa', 'GET, HEAD, OPTIONS'],
    ['PROPFIND', '/v1/content', 'POST'],
  ])('%s %s is 405, and Allow says %s', async (method, path, allow) => {
    const answer = await api().request(method, path)
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe(allow)
    if (method !== 'HEAD') expectError(answer, 40500)
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'nonsense'])(
    'the media type %s is 41500',
    async (type) => {
      const answer = await api().request('POST', '/v1/prospects', {
        body: '{}',
        headers: { 'content-type': type },
      })
      expect(expectError(answer, 41500)).toContain('Content-Type: application/json')
    },
  )

  test('every answer has its own X-Request-Id, whatever the client sends', async () => {
    const headers = { 'x-request-id': 'mine' }
    const ids = new Set<string>()
    const paths = ['/healthz', '/v1/openapi.json', '/v1/unknown', '/unknown', '/p/none', '/metrics', '/%ff']
    for (const path of paths) {
      const id = (await api().request('GET', path, { headers })).headers.get('x-request-id') ?? ''
      expect(id).toMatch(requestIdShape)
      ids.add(id)
    }
    expect(ids.size).toBe(paths.length)
  })
})
