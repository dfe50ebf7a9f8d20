import { expect, test } from 'vitest'
import { freshEmail, withApi } from './support.ts'

withApi((api) => {
  const post = (body: unknown, headers = {}) => api().request('POST', '/v1/prospects', { body, headers })

  test('a field that no schema names is ignored, and the answer says so', async () => {
    const answer = await post({ email: freshEmail(), name: 'Jane', city: 'Kiel', additional: { any: 1 } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('motif-ignored')).toBe('name, city')
    expect((await post({ email: freshEmail(), test: true })).headers.get('motif-ignored')).toBeNull()
  })

  test('no name of a field can break the header, or make it long', async () => {
    const hostile = ['\r\nX-Evil: 1', 'größe', '\ud800', 'a, b', '__proto__', 'x'.repeat(5000)]
    const members = hostile.map((name) => `${JSON.stringify(name)}:1`).join(',')
    const { status, headers } = await post(`{"email":"${freshEmail()}",${members}}`)
    expect(status).toBe(200)
    expect(headers.get('x-evil')).toBeNull()
    const written = '%0D%0AX-Evil%3A%201, gr%C3%B6%C3%9Fe, %EF%BF%BD, a%2C%20b, __proto__'
    expect(headers.get('motif-ignored')).toBe(`${written}, ${'x'.repeat(64)}`)
  })
})
