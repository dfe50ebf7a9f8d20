import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RecordItems } from '../../../service/content/content.ts'
import { forADatabase } from '../../support/databases.ts'
import { createContent, createProspect, whenCompleted } from '../../support/records.ts'
import { type Service, startService } from '../../support/service.ts'
import { createTemplatesDir } from '../../support/templates.ts'
import { expectError } from '../http/support.ts'

const files = await createTemplatesDir()
afterAll(() => files[Symbol.asyncDispose]())

const headline = '  - { selector: h1, type: text, payload: Hello }\n'
const offer = '  - { selector: .offer, type: text, payload: An offer }\n'
const yamlOf = (...items: string[]) =>
  `page: https://www.example.com/own\nlanguages: [en]\ncontent:\n${items.join('')}`

forADatabase((database) => {
  let service: Service
  beforeAll(async () => {
    await files.write('own', yamlOf(headline))
    service = await startService({ ...(await database.create()), TEMPLATES_DIR: files.path })
  }, 60_000)
  afterAll(() => service?.stop())

  test('words for one person change no other item of a file that was changed since its items were read', async () => {
    const prospect = await createProspect(service, { email: 'ada@own.example' })
    const { id } = await createContent(service, { prospect, template: 'own' })
    const { pattern } = await whenCompleted(service, id)
    const items = `/v1/content/${id}/items`
    const read = async () => (await service.request<RecordItems>('GET', items)).body
    const put = (index: number, fingerprint: string) =>
      service.request('PUT', `${items}/${index}`, { body: { payload: 'Mine', fingerprint } })
    const reset = (index: number, fingerprint: string) =>
      service.request('DELETE', `${items}/${index}?fingerprint=${fingerprint}`)
    const onPage = async () =>
      (await service.request<{ content: { payload: string }[] }>('GET', `/p/${pattern}`)).body.content.map(
        ({ payload }) => payload,
      )

    const before = await read()
    await files.write('own', yamlOf(offer, headline))
    expect(expectError(await put(0, before.fingerprint), 40901)).toContain('The items were changed')
    const now = await read()
    expect((await put(1, now.fingerprint)).status).toBe(200)
    expect(await onPage()).toContain('Mine')
    await files.write('own', yamlOf(headline, offer))
    expectError(await reset(1, now.fingerprint), 40901)
    expect((await reset(0, (await read()).fingerprint)).status).toBe(200)
    expect(await onPage()).not.toContain('Mine')
  })
})
