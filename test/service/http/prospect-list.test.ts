import { expect, test } from 'vitest'
import { createEnriched, createProspect, expectError, type Prospect, withApi } from './support.ts'

interface Page {
  prospects: Prospect[]
  next?: string
}

withApi((api) => {
  const list = (query: Record<string, string>, token = api().token) =>
    api().request<Page>('GET', `/v1/prospects?${new URLSearchParams(query)}`, { token })
  const emails = async (query: Record<string, string>) =>
    (await list(query)).body.prospects.map(({ email }) => email)

  test('prospects are listed newest first, page after page, each once', async () => {
    const enriched: Prospect[] = []
    for (let at = 0; at < 5; at++)
      enriched.push(await createEnriched(api(), { email: `p${at}@listed.example` }))
    const made = enriched
      .map(({ createdAt, id }) => `${createdAt} ${id}`)
      .sort()
      .reverse()
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const query = { domain: 'https://www.listed.example/', limit: '2', ...(cursor && { cursor }) }
      const { status, body } = await list(query)
      expect(status).toBe(200)
      expect(body.prospects.length).toBeLessThanOrEqual(2)
      ids.push(...body.prospects.map(({ createdAt, id }) => `${createdAt} ${id}`))
      cursor = body.next
    } while (cursor)
    expect(ids).toEqual(made)
    expect((await list({ limit: '1' })).body.next).toEqual(expect.any(String))
  })

  test('they are found by address in any case, by company, and by the beginnings of words', async () => {
    const additional = { name: 'Ödön von Horváth', company: 'Sprühwerk & Söhne' }
    await createProspect(api(), { email: 'Odon.H@spruehwerk.example', additional })
    await createProspect(api(), { email: 'other@spruehwerk.example' })
    expect(await emails({ email: ' odon.h@SPRUEHWERK.example ' })).toEqual(['Odon.H@spruehwerk.example'])
    expect(await emails({ search: 'spruehwerk.example' })).toHaveLength(2)
    for (const search of ['ödön horv', 'Sprühw', 'odon.h@spruehw', 'SPRUEHWERK odon'])
      expect(await emails({ search })).toEqual(['Odon.H@spruehwerk.example'])
    for (const search of ['@@', "'; --", 'ödön nobody', '%', ':* & |'])
      expect(await emails({ search })).toEqual([])
    expect(await emails({ search: 'spruehwerk', email: 'other@spruehwerk.example' })).toHaveLength(1)
  })

  test.each([
    ['email', 'nobody'],
    ['domain', '127.0.0.1'],
    ['limit', '0'],
    ['limit', '1001'],
    ['cursor', 'nonsense'],
    ['cursor', Buffer.from(`[1e300,"${'a'.repeat(24)}"]`).toString('base64url')],
  ])('%s=%s is 40001, and the message names it', async (name, value) => {
    expect(expectError(await list({ [name]: value }), 40001)).toContain(name)
  })
})
