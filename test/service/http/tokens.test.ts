import { expect, test } from 'vitest'
import { expectError, unknownId, withApi } from './support.ts'

/** Paths and methods that are no operation: see also every-operation.test.ts. */
const noOperations = [
  ['GET', '/v1/prospects/search'],
  ['PUT', '/v1/content'],
  ['OPTIONS', '/v1/content'],
  ['GET', '/v1/unknown'],
  ['GET', '/v1/content/%ff'],
  ['GET', '/v1'],
] as const

withApi((api) => {
  test.each(noOperations)('%s %s without a token is 401, whatever else is wrong', async (method, path) => {
    const withBody = method === 'PUT'
    const headers = { 'content-type': 'text/html' }
    const answer = await api().request(method, path, {
      token: '',
      ...(withBody && { body: '{"not json', headers }),
    })
    expectError(answer, 40100)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  test.each(['Bearer', 'bEaReR'])('the scheme may be written %s', async (scheme) => {
    const headers = { authorization: `${scheme} ${api().token}` }
    const answer = await api().request('GET', `/v1/content/${unknownId}`, { token: '', headers })
    expectError(answer, 40400)
  })

  test.each(['Basic YTpi', 'Bearer '])('the header "%s" has no token', async (authorization) => {
    const answer = await api().request('GET', '/v1/unknown', { token: '', headers: { authorization } })
    expectError(answer, 40100)
  })

  test('a token in the query is none', async () => {
    for (const name of ['token', 'access_token']) {
      const path = `/v1/content/${unknownId}?${name}=${api().token}`
      expectError(await api().request('GET', path, { token: '' }), 40100)
    }
  })
})
