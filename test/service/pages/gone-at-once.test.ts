import { afterAll, beforeAll, expect, test } from 'vitest'
import { forADatabase } from '../../support/databases.ts'
import { createContent, createProspect, whenCompleted } from '../../support/records.ts'
import { type Service, startService } from '../../support/service.ts'
import { inviteAll, patternOf, peopleOf } from '../campaigns/support.ts'
import { freshEmail } from '../http/support.ts'

interface Served {
  pattern: string
  id: string
  prospect: string
  campaign: string
}

/** Every way by which a record is not served any more, and the answer to it. */
const ways: Record<string, (served: Served) => [method: string, path: string, body?: object]> = {
  'its content is deleted': ({ id }) => ['DELETE', `/v1/content/${id}`],
  'its person is erased': ({ prospect }) => ['DELETE', `/v1/prospects/${prospect}`],
  'its campaign is paused': ({ campaign }) => ['PATCH', `/v1/campaigns/${campaign}`, { status: 'paused' }],
  'its campaign is ended': ({ campaign }) => ['PATCH', `/v1/campaigns/${campaign}`, { status: 'ended' }],
  'its campaign is deleted': ({ campaign }) => ['DELETE', `/v1/campaigns/${campaign}`],
}

forADatabase((database) => {
  let api: Service
  beforeAll(async () => {
    api = await startService(await database.create())
  })
  afterAll(() => api?.stop())

  const reach = (pattern: string, etag?: string) =>
    fetch(`${api.url}/p/${pattern}`, etag === undefined ? {} : { headers: { 'if-none-match': etag } })

  /** Asks for a record by several visitors at a time, until it is told to stop. */
  function visitors(pattern: string): () => Promise<unknown> {
    let isOver = false
    const come = async () => {
      while (!isOver) await reach(pattern).then((answer) => answer.text())
    }
    const all = Promise.all(Array.from({ length: 8 }, come))
    return () => {
      isOver = true
      return all
    }
  }

  test.each(Object.entries(ways))(
    'once %s, its page gets 404 at once, whoever is asking meanwhile',
    async (_, way) => {
      const { id: campaign } = await inviteAll(api, `email\n${freshEmail()}\n`)
      const [person] = await peopleOf(api, campaign)
      const { content: id = '', prospect = '' } = person ?? {}
      const pattern = patternOf(person?.link)
      const before = await reach(pattern)
      expect(before.status).toBe(200)
      const leave = visitors(pattern)
      const [method, path, body] = way({ pattern, id, prospect, campaign })
      const { status } = await api.request(method, path, body && { body })
      const after = [await reach(pattern), await reach(pattern, before.headers.get('etag') ?? '*')]
      await leave()
      after.push(await reach(pattern))
      expect([status < 300, ...after.map((answer) => answer.status)]).toEqual([true, 404, 404, 404])
    },
  )

  test('once it is updated, its page gets the new content at once', async () => {
    const saying = (text: string) => ({
      body: { yaml: `languages: [en]\ncontent:\n  - { selector: h1, type: text, payload: ${text} }\n` },
    })
    await api.request('PUT', '/v1/templates/soon', saying('Before'))
    const prospect = await createProspect(api, { email: freshEmail() })
    const { id, pattern } = await createContent(api, { prospect, template: 'soon' })
    const { updatedAt } = await whenCompleted(api, id)
    expect(await (await reach(pattern)).text()).toContain('Before')
    await api.request('PUT', '/v1/templates/soon', saying('After'))
    const leave = visitors(pattern)
    await api.request('POST', `/v1/content/${id}/regenerate`)
    await expect.poll(async () => (await whenCompleted(api, id)).updatedAt).not.toBe(updatedAt)
    const after = await (await reach(pattern)).text()
    await leave()
    expect(after).toContain('After')
  })
})
