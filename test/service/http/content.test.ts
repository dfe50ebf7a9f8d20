import { expect, test } from 'vitest'
import {
  type Content,
  createContent,
  createProspect,
  expectError,
  type Prospect,
  unknownId,
  withApi,
} from './support.ts'

withApi((api) => {
  const create = (body: unknown) => api().request<Content>('POST', '/v1/content', { body })
  const read = (id: string) => api().request<Content[]>('GET', `/v1/content/${id}`)
  const sound = async () => ({
    prospect: (await createProspect(api())).id,
    template: 'launch',
    language: 'en',
  })

  test('new content is waiting and empty, and carries the fields of the specification only', async () => {
    const body = { ...(await sound()), callback: 'http://127.0.0.1:9/hook', unknown: 1, status: 'completed' }
    const answer = await create(body)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      pattern: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
      user: 'ada',
      prospect: body.prospect,
      template: 'launch',
      status: 'waiting',
      language: 'en',
      analytics: [],
      content: [],
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: answer.body.createdAt,
    })
  })

  test('it is completed once its prospect is enriched, and read as an array of exactly one', async () => {
    const made = await createContent(api())
    const statuses = new Set<string>()
    await expect
      .poll(async () => {
        const { body } = await read(made.id)
        expect(body).toHaveLength(1)
        const [now] = body
        statuses.add(now?.status ?? '')
        if (now?.status !== 'completed') expect(now).toMatchObject({ content: [], analytics: [] })
        return now?.status
      })
      .toBe('completed')
    const [done] = (await read(made.id)).body
    expect(done).toMatchObject({ id: made.id, pattern: made.pattern, createdAt: made.createdAt })
    expect(done?.analytics).toHaveLength(3)
    expect(done?.content.length).toBeGreaterThan(0)
    expect(Date.parse(done?.updatedAt ?? '')).toBeGreaterThan(Date.parse(made.updatedAt))
    expect([...statuses].every((status) => ['waiting', 'generating', 'completed'].includes(status))).toBe(
      true,
    )
  })

  test.each(['prospect', 'template', 'language'])('without `%s` it is 40001', async (field) => {
    const body: Record<string, unknown> = await sound()
    delete body[field]
    expect(expectError(await create(body), 40001)).toContain(field)
  })

  test('a prospect that is unknown, malformed or of another organization is 40002', async () => {
    const theirs = await api().request<Prospect>('POST', '/v1/prospects', {
      body: { email: 'someone@example.com' },
      token: api().otherToken,
    })
    const texts = [unknownId, 'x', '', '\u0000', theirs.body.id, theirs.body.id.toUpperCase()]
    for (const prospect of texts) {
      const answer = await create({ ...(await sound()), prospect })
      expect(answer.body).toEqual({
        error: 40002,
        message: 'prospect: the organization has no prospect with this id.',
      })
    }
  })

  test.each(['unknown', 'broken', '../launch', '__proto__'])(
    'the template %.20j is unknown or broken: 40003',
    async (template) => {
      expect(expectError(await create({ ...(await sound()), template }), 40003)).toContain('template')
    },
  )

  test.each([
    ['de_DE', 40001],
    ['', 40001],
    ['en\u0000', 40001],
    ['fr', 40004],
    ['english', 40004],
  ])('the language %j is no BCP 47 tag, or not offered: %i', async (language, error) => {
    expect(expectError(await create({ ...(await sound()), language }), error)).toContain('language')
  })

  test.each([
    ['EN-us', 'en-US'],
    ['DE-at', 'de-AT'],
  ])('the language %s is stored as %s', async (language, canonical) => {
    expect((await createContent(api(), { language })).language).toBe(canonical)
  })

  test.each([
    '',
    '/hook',
    'http:example.com',
    'ftp://example.com/hook',
    'http://user@example.com/hook',
    'http://exam ple.com/',
    `http://example.com/${'a'.repeat(2030)}`,
  ])('the callback %.60j is refused: 40005', async (callback) => {
    expect(expectError(await create({ ...(await sound()), callback }), 40005)).toContain('callback')
  })

  test('content is deleted in any state, with 204 and no body; a second time it is 404', async () => {
    for (const isCompleted of [false, true]) {
      const { id, pattern } = await createContent(api(), { callback: 'http://127.0.0.1:9/hook' })
      if (isCompleted) {
        await expect.poll(async () => (await read(id)).body[0]?.status).toBe('completed')
        expect((await api().request('GET', `/p/${pattern}`, { token: '' })).status).toBe(200)
      }
      // A media type without a body is no error.
      const headers = { 'content-type': isCompleted ? 'nonsense' : 'application/json' }
      const deleted = await api().request('DELETE', `/v1/content/${id}`, { headers })
      expect([deleted.status, deleted.body]).toEqual([204, undefined])
      expectError(await api().request('DELETE', `/v1/content/${id}`), 40400)
      expectError(await read(id), 40400)
      expect((await api().request('GET', `/p/${pattern}`, { token: '' })).status).toBe(404)
    }
  })

  test.each([unknownId, 'x', '-', unknownId.toUpperCase()])(
    'the id %s is unknown: the same 404',
    async (id) => {
      for (const method of ['GET', 'DELETE']) {
        const answer = await api().request(method, `/v1/content/${id}`)
        expect(answer.body).toEqual({ error: 40400, message: 'No content has this id.' })
      }
    },
  )
})
