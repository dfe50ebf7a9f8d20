import { expect, test } from 'vitest'
import { withApi } from './support.ts'

withApi((api) => {
  test.each([
    ['GET', '/p/AAAAAAAAAAAAAAAAAAAAAA'],
    ['POST', '/e'],
  ])('a page that adds headers to each request may %s %s', async (method, path) => {
    const { status, headers, body } = await api().request('OPTIONS', path, {
      token: '',
      headers: {
        origin: 'https://page.example',
        'access-control-request-method': method,
        'access-control-request-headers': 'baggage,content-type,traceparent',
      },
    })
    expect([status, body]).toEqual([204, undefined])
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-methods')).toBe(method)
    expect(headers.get('access-control-allow-headers')).toBe('baggage,content-type,traceparent')
    expect(headers.get('access-control-max-age')).toBe('86400')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })

  test.each(['GET', 'OPTIONS', 'POST'])('no page may %s /v1', async (method) => {
    const headers = { origin: 'https://page.example', 'access-control-request-method': 'POST' }
    const answer = await api().request(method, '/v1/content', { headers })
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  })
})
