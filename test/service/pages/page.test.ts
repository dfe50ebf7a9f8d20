import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forADatabase } from '../../support/databases.ts'
import { createContent, createProspect, whenCompleted } from '../../support/records.ts'
import { type Service, startService } from '../../support/service.ts'
import { createTemplatesDir, type TemplatesDir } from '../../support/templates.ts'

const template = `
page: https://www.example.com/launch
languages: [en]
content:
  - { selector: h1, type: text, payload: "{{ prospect.company }}, meet Launch" }
analytics:
  - { id: hero, selector: h1, type: view }
`

forADatabase((database) => {
  let templates: TemplatesDir
  let environment: Record<string, string>
  let service: Service

  beforeAll(async () => {
    templates = await createTemplatesDir({ launch: template })
    environment = { ...(await database.create()), TEMPLATES_DIR: templates.path }
    service = await startService(environment)
  })
  afterAll(async () => {
    await service?.stop()
    await templates?.[Symbol.asyncDispose]()
  })

  async function completed() {
    const prospect = await createProspect(service, { email: 'jane@acme.example' })
    const { id } = await createContent(service, { prospect, template: 'launch' })
    return whenCompleted(service, id)
  }

  const page = (pattern: string, headers: Record<string, string> = {}, of = service) =>
    of.request('GET', `/p/${pattern}`, { token: '', headers })

  // Asked for once it comes from the database, asked for again from memory: both must be the same.
  describe.each(['first', 'second'])('asked for the %s time, a record', (time) => {
    test('has its items and nothing else of the record or the prospect', async () => {
      const { pattern, content, analytics } = await completed()
      if (time === 'second') await page(pattern)
      const answer = await page(pattern)
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({ pattern, language: 'en', content, analytics })
      expect(content).toEqual([{ selector: 'h1', type: 'text', payload: 'Acme, meet Launch' }])
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=60, stale-while-revalidate=600',
        'content-type': 'application/json; charset=utf-8',
        vary: 'Accept-Encoding',
        'x-request-id': expect.stringMatching(/\S/),
      })
    })

    test('is 304 for who has it, by an entity tag of each encoding', async () => {
      const { pattern } = await completed()
      const tags = new Set<string>()
      for (const coding of ['br', 'gzip', 'identity']) {
        const headers = { 'accept-encoding': coding }
        const etag = (await page(pattern, headers)).headers.get('etag') ?? ''
        if (time === 'second') await page(pattern, headers)
        const again = await page(pattern, { ...headers, 'if-none-match': etag })
        expect(again).toMatchObject({ status: 304, body: undefined })
        expect(again.headers.get('etag')).toBe(etag)
        expect(again.headers.get('access-control-allow-origin')).toBe('*')
        tags.add(etag)
      }
      expect(tags.size).toBe(3)
    })

    test('that is deleted is 404 at once', async () => {
      const { id, pattern } = await completed()
      if (time === 'second') await page(pattern)
      expect((await service.request('DELETE', `/v1/content/${id}`)).status).toBe(204)
      const gone = await page(pattern)
      expect(gone).toMatchObject({ status: 404, body: { error: 40400 } })
      expect(gone.headers.get('cache-control')).toBe('public, max-age=5')
      expect(gone.headers.get('access-control-allow-origin')).toBe('*')
    })
  })

  test.each(['unknown', 'AAAAAAAAAAAAAAAAAAAAAA', 'a'.repeat(500), '%00'])(
    'the pattern %s is 404',
    async (pattern) => {
      expect(await page(pattern)).toMatchObject({ status: 404, body: { error: 40400 } })
    },
  )

  test.runIf(database.name === 'PostgreSQL')(
    'new content and a delete on one replica are seen on another within a second',
    async () => {
      await using replica = await startService(environment)
      const { id, pattern } = await completed()
      const { body: first } = await page(pattern, {}, replica)
      const yaml = 'languages: [en]\ncontent: [{ selector: h1, type: text, payload: Anew }]\n'
      await service.request('PUT', '/v1/templates/launch', { body: { yaml } })
      await service.request('POST', `/v1/content/${id}/regenerate`)
      await expect.poll(async () => (await page(pattern, {}, replica)).body).not.toEqual(first)
      expect(JSON.stringify((await page(pattern, {}, replica)).body)).toContain('Anew')
      await service.request('DELETE', `/v1/content/${id}`)
      await expect.poll(async () => (await page(pattern, {}, replica)).status).toBe(404)
    },
  )
})
