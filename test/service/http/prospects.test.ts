import { expect, test } from 'vitest'
import {
  createEnriched,
  createProspect,
  expectError,
  freshEmail,
  type Prospect,
  unknownId,
  withApi,
} from './support.ts'

withApi((api) => {
  const create = (body: unknown) => api().request<Prospect>('POST', '/v1/prospects', { body })

  test('a new prospect is enriching, and carries the fields of the specification only', async () => {
    const { status, body } = await create({
      email: freshEmail(),
      additional: { note: 1 },
      unknown: 'x',
      test: true,
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      status: 'enriching',
      email: expect.any(String),
      additional: { note: 1 },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: body.createdAt,
    })
    const seconds = Number.parseInt(body.id.slice(0, 8), 16)
    expect(Math.abs(seconds - Date.parse(body.createdAt) / 1000)).toBeLessThan(60)
  })

  test.each([unknownId, 'x', unknownId.toUpperCase()])(
    'the id %.30s is unknown: the same 404',
    async (id) => {
      const answer = await api().request('GET', `/v1/prospects/${encodeURIComponent(id)}`)
      expect(answer.body).toEqual({ error: 40400, message: 'No prospect has this id.' })
    },
  )

  test.each([
    ['no-at.example.com'],
    ['@example.com'],
    ['a@localhost'],
    ['a@exa..mple.com'],
    ['a b@example.com'],
    ['a@127.0.0.1'],
    ['a\u0000@example.com'],
    ['   '],
    [5],
    [undefined],
    [`${'a'.repeat(243)}@example.com`],
  ])('the e-mail address %j is 40001', async (email) => {
    expect(expectError(await create({ email }), 40001)).toContain('email')
  })

  test('the e-mail is trimmed, at most 254 characters, and given back as first sent', async () => {
    const longest = `${'a'.repeat(242)}@Example.com`
    expect((await create({ email: `\t ${longest} \n` })).body.email).toBe(longest)
    expect((await create({ email: 'Jörg.Müller+x@Bücher.example' })).body.email).toBe(
      'Jörg.Müller+x@Bücher.example',
    )
  })

  test('the same e-mail in any case is the same prospect', async () => {
    const first = await createEnriched(api(), { email: 'Same.Person@Example.com' })
    const again = await create({ email: ' same.person@EXAMPLE.COM ' })
    expect(again.body).toMatchObject({
      id: first.id,
      email: 'Same.Person@Example.com',
      updatedAt: first.updatedAt,
    })
    const idn = await createProspect(api(), { email: 'x@Bücher.example' })
    expect((await create({ email: 'x@xn--bcher-kva.example' })).body.id).toBe(idn.id)
  })

  test('a test prospect is another one than the real one of the same e-mail', async () => {
    const email = freshEmail()
    const [real, trial] = [await create({ email }), await create({ email, test: true })]
    expect(trial.body.id).not.toBe(real.body.id)
    expect((await create({ email, test: true })).body.id).toBe(trial.body.id)
    expect((await create({ email, test: false })).body.id).toBe(real.body.id)
    expect(trial.body).not.toHaveProperty('test')
  })

  test('`additional` is merged at its first level; updatedAt moves only when something changes', async () => {
    const email = freshEmail()
    const first = await createEnriched(api(), { email, additional: { a: { x: 1, y: 2 }, b: 1 } })
    const same = await create({ email, additional: { b: 1 } })
    expect(same.body.updatedAt).toBe(first.updatedAt)
    const merged = await create({ email, additional: { a: { z: 3 }, c: null } })
    expect(merged.body.additional).toEqual({ a: { z: 3 }, b: 1, c: null })
    expect(merged.body.createdAt).toBe(first.createdAt)
    expect(Date.parse(merged.body.updatedAt)).toBeGreaterThan(Date.parse(first.updatedAt))
    expect((await create({ email })).body).toMatchObject({ additional: { a: { z: 3 }, b: 1, c: null } })
  })

  test('`additional` is given back as it came: order of keys, numbers, null, awkward keys', async () => {
    const email = freshEmail()
    const additional =
      '{"z":1.0,"10":{"b":1e400,"1":[null,{}]},"__proto__":{"admin":true},"constructor":12345678901234567890,"e":"é\\u0000\\ud800"}'
    await create(`{ "email": "${email}", "additional": ${additional} }`)
    const answer = await fetch(`${api().url}/v1/prospects`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api().token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    expect(await answer.text()).toContain(`"additional":${additional},`)
  })

  test.each([
    ['name', 'Ada Lovelace'],
    ['domain', 'engines.example'],
  ])('`additional.%s` wins, at creation and when merged later', async (field, text) => {
    const email = freshEmail()
    expect((await create({ email, additional: { [field]: text } })).body).toMatchObject({ [field]: text })
    expect((await create({ email, additional: { [field]: 5 } })).body).toMatchObject({ [field]: text })
    expect((await create({ email, additional: { [field]: 'Another' } })).body).toMatchObject({
      [field]: 'Another',
    })
  })

  test('`additional` has at most 16 KiB of compact UTF-8 JSON', async () => {
    const filled = (bytes: number) => ({ a: 'é'.repeat((bytes - 8) / 2) })
    expect(JSON.stringify(filled(16_384)).length).toBeLessThan(16_384)
    const spaced = JSON.stringify({ email: freshEmail(), additional: filled(16_384) }, null, 10)
    expect((await create(spaced)).status).toBe(200)
    const answer = await create({ email: freshEmail(), additional: filled(16_386) })
    expect(expectError(answer, 40001)).toContain('additional')
  })

  test('what is merged has at most 16 KiB too, and a refusal changes nothing', async () => {
    const email = freshEmail()
    await create({ email, additional: { a: 'x'.repeat(10_000) } })
    expect(expectError(await create({ email, additional: { b: 'x'.repeat(10_000) } }), 40001)).toContain(
      'additional',
    )
    expect(Object.keys((await create({ email })).body.additional ?? {})).toEqual(['a'])
  })

  test('`additional` has at most 5 levels, counting itself', async () => {
    expect(
      (await create({ email: freshEmail(), additional: { b: { c: [{ e: { text: 1 } }] } } })).status,
    ).toBe(200)
    const answer = await create({ email: freshEmail(), additional: { b: { c: [{ e: { f: [] } }] } } })
    expect(expectError(answer, 40001)).toContain('additional')
    const deep = `{"email":"${freshEmail()}","additional":{"a":${'['.repeat(8000)}${']'.repeat(8000)}}}`
    expectError(await create(deep), 40001)
  })
})
