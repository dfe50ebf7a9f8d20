import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createEdge } from '../../../edge/edge.ts'
import { createDataDir } from '../../support/databases.ts'
import { copyEmptyDatabase } from '../../support/embedded.ts'
import { startLocalServer } from '../../support/local-server.ts'
import { motif } from '../../support/motif.ts'
import { createContent, createProspect, whenCompleted } from '../../support/records.ts'
import { type Service, startService } from '../../support/service.ts'
import { inviteAll } from '../campaigns/support.ts'
import { dump } from '../http/stored.ts'

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

const words = 'Quixotic words for her alone'

async function emptyDatabase(): Promise<{ DATA_DIR: string }> {
  const environment = { DATA_DIR: await createDataDir(folders) }
  await copyEmptyDatabase(environment.DATA_DIR)
  return environment
}

/** Somebody with words of their own, beside a colleague without. */
async function begin(service: Service, page: string) {
  const yaml = `page: ${page}\nlanguages: [en]\ncontent:\n  - { name: Headline, selector: h1, type: text, payload: "Hello {{ prospect.name }}" }\n`
  await service.request('PUT', '/v1/templates/own', { body: { yaml } })
  const make = async (name: string) => {
    const email = `${name.toLowerCase()}@own.example`
    const prospect = await createProspect(service, { email, additional: { name } })
    const { id } = await createContent(service, { prospect, template: 'own' })
    return whenCompleted(service, id)
  }
  const [changed, other] = [await make('Dulcinea'), await make('Ben')]
  const put = { body: { payload: words } }
  expect((await service.request('PUT', `/v1/content/${changed.id}/items/0`, put)).status).toBe(200)
  return { changed, other }
}

test('words of one person are in a backup, and are told and given back after it is restored', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'motif-own-words-'))
  folders.push(folder)
  const [before, after] = [await emptyDatabase(), await emptyDatabase()]
  const service = await startService(before)
  const { changed } = await begin(service, 'https://www.example.com/own')
  const listed = (await service.request('GET', `/v1/content/${changed.id}/items`)).body
  expect(await motif(['backup', join(folder, 'backup')], before)).toMatchObject({ code: 0 })
  await service.stop()
  expect(await motif(['restore', join(folder, 'backup')], after)).toMatchObject({ code: 0 })
  await using restored = await startService(after)
  expect((await restored.request('GET', `/v1/content/${changed.id}/items`)).body).toEqual(listed)
  const back = await restored.request<{ content: object[] }>('DELETE', `/v1/content/${changed.id}/items/0`)
  expect(back.body.content).toMatchObject([{ payload: 'Hello Dulcinea' }])
})

test('words of an erased person are in no table any more, and those of others stay', async () => {
  const environment = await emptyDatabase()
  await using service = await startService(environment)
  const { changed, other } = await begin(service, 'https://www.example.com/own')
  const others = { body: { payload: 'Words for Ben' } }
  await service.request('PUT', `/v1/content/${other.id}/items/0`, others)
  const rowsWith = async (text: string) => (await dump(environment)).filter((row) => row.includes(text))
  // In the record and among the changes.
  expect((await rowsWith(words)).map((row) => row.split(':')[0]).sort()).toEqual(['changed_words', 'content'])
  expect((await service.request('DELETE', `/v1/prospects/${changed.prospect}`)).status).toBe(200)
  expect(await rowsWith(words)).toEqual([])
  expect(await rowsWith(changed.id)).toEqual([])
  expect(await rowsWith('Words for Ben')).toHaveLength(2)
})

test('the edge puts words of one person into the page, and the template’s once they are given back', async () => {
  await using origin = await startLocalServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Everybody</h1>')
  })
  await using service = await startService()
  const { changed, other } = await begin(service, origin.url)
  const edge = createEdge({ origin: origin.url, service: service.url, timeoutMs: 10_000 })
  const shown = async (pattern: string) =>
    /<h1[^>]*>(.*)<\/h1>/.exec(
      await (await edge(new Request(`${origin.url}/?pattern=${pattern}`))).text(),
    )?.[1]
  expect(await shown(changed.pattern)).toBe(words)
  expect(await shown(other.pattern)).toBe('Hello Ben')
  await service.request('DELETE', `/v1/content/${changed.id}/items/0`)
  expect(await shown(changed.pattern)).toBe('Hello Dulcinea')
})

test('words of one person leave files as they are: the same link, her own results, and her events', async () => {
  await using service = await startService()
  const yaml = `page: https://www.example.com/own
languages: [en]
content:
  - { name: Headline, selector: h1, type: text, payload: "Hello {{ prospect.name }}" }
analytics:
  - { id: top, name: Top, selector: h1, type: view, goal: true }
`
  await service.request('PUT', '/v1/templates/own', { body: { yaml } })
  const { id } = await inviteAll(service, 'email,name\nd@own.example,Dulcinea\nb@own.example,Ben\n', {
    template: 'own',
  })
  const file = async (name: string) =>
    (await service.request<string>('GET', `/v1/campaigns/${id}/${name}.csv`)).body
  const links = await file('links')
  const { people } = (
    await service.request<{ people: { email: string; content: string; link: string }[] }>(
      'GET',
      `/v1/campaigns/${id}/people`,
    )
  ).body
  const her = people.find(({ email }) => email === 'd@own.example')
  await service.request('PUT', `/v1/content/${her?.content}/items/0`, { body: { payload: words } })
  const visit = 'D'.repeat(22)
  const pattern = new URL(her?.link ?? '').searchParams.get('pattern')
  const events = [{ seq: 1, item: 'top', type: 'view', at: 100 }]
  const report = { applied: [0], missing: [], refused: [], contested: [] }
  const batch = { v: 1, pattern, visit, sent: 900, last: 1, input: true, visible: 900, report, events }
  const headers = { 'content-type': 'text/plain', 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Firefox/153.0' }
  const sent = await service.request('POST', '/e', { token: '', body: JSON.stringify(batch), headers })
  expect(sent.status).toBe(204)

  expect(await file('links')).toBe(links)
  const result = () =>
    file('results').then((text) => text.split('\r\n').find((row) => row.includes('d@own.example')))
  await expect.poll(result).toMatch(/^Dulcinea,d@own\.example,.*,1,1,0,0,yes,/)
  const kept = (await service.request<{ content: object[] }[]>('GET', `/v1/content/${her?.content}`)).body
  expect(kept).toMatchObject([{ content: [{ payload: words }] }])
  const archive = await service.request<string>('GET', `/results/content/${her?.content}/events`)
  expect(JSON.stringify(archive.body)).toContain('"top"')
})
