import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createContent, createProspect, withApi } from './support.ts'

withApi((api) => {
  const lines = () =>
    api()
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)

  test('the log has one JSON line a request, with its id and the route instead of the URL', async () => {
    const { id } = await createProspect(api())
    const answer = await api().request('GET', `/v1/prospects/${id}?secret=1`)
    const requestId = answer.headers.get('x-request-id')
    const logged = () => lines().filter((line) => line.requestId === requestId)
    await expect.poll(logged).toHaveLength(1)
    expect(logged()[0]).toMatchObject({
      method: 'GET',
      route: '/v1/prospects/:id',
      status: 200,
      ms: expect.any(Number),
      time: expect.stringMatching(/Z$/),
    })
  })

  test('a line has the trace that a request belongs to, if its traceparent is valid', async () => {
    const [trace, parent] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
    const logged = async (traceparent: string) => {
      const { headers } = await api().request('GET', '/healthz', { headers: { traceparent } })
      const own = () => lines().find((line) => line.requestId === headers.get('x-request-id'))
      await expect.poll(own).toBeDefined()
      return [own()?.trace_id, own()?.parent_id]
    }
    const nothing = [undefined, undefined]
    expect(await logged(`00-${trace}-${parent}-01`)).toEqual([trace, parent])
    expect(await logged(`00-${'0'.repeat(32)}-${parent}-01`)).toEqual(nothing)
  })

  test('the log has no token, pattern, e-mail address or payload', async () => {
    const planted = `planted-${randomUUID()}`
    const { pattern } = await createContent(api(), {
      prospect: (
        await createProspect(api(), { email: `${planted}@example.com`, additional: { name: planted } })
      ).id,
      callback: `http://127.0.0.1:9/${planted}`,
    })
    await api().request('GET', `/p/${pattern}`, { token: '' })
    await api().request('POST', '/v1/prospects', { body: `{"email":${planted}}` })
    await api().request('POST', '/v1/prospects', { body: { email: planted } })
    await api().request('POST', `/v1/${planted}`, { token: planted, headers: { 'idempotency-key': planted } })
    await api().request('GET', `/${planted}`)
    const last = (await api().request('GET', '/healthz')).headers.get('x-request-id')
    await expect.poll(() => lines().some((line) => line.requestId === last)).toBe(true)
    const output = api().output()
    for (const secret of [planted, pattern, api().token, api().otherToken])
      expect(output).not.toContain(secret)
  })
})
