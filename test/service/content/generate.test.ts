import { afterAll, beforeAll, expect, test } from 'vitest'
import { forADatabase } from '../../support/databases.ts'
import {
  answerChat,
  type Behaviour,
  type LanguageModel,
  startLanguageModel,
} from '../../support/language-model.ts'
import { createContent, createProspect, whenCompleted } from '../../support/records.ts'
import { type Service, startService } from '../../support/service.ts'
import { createTemplatesDir, type TemplatesDir } from '../../support/templates.ts'

const launch = `
page: https://www.example.com/launch
languages: [en, de]
content:
  - selector: "#hero h1"
    type: text
    payload: { en: "{{ prospect.company }}, meet Launch", de: "{{ prospect.company }}, das ist Launch" }
  - selector: "#hero img"
    type: src
    payload: "/img/{{ prospect.industry | default: 'hero' | slugify }}.jpg"
  - selector: "#hero .note"
    type: text
    payload: "{{ prospect.additional.note }}"
  - selector: "#hero .lead"
    type: html
    write: "One sentence on why {{ prospect.company }} should care."
    payload: "<p>Made for teams like <b>{{ prospect.company | default: 'yours' }}</b>.</p>"
  - selector: ".cta"
    type: href
    payload: "/start?from={{ content.pattern }}&lang={{ language }}"
analytics:
  - { id: hero, selector: "#hero", type: view }
  - { selector: ".cta", type: click }
`
const slow = 'languages: [en]\ncontent: [{ selector: h1, type: text, write: Greet, payload: Hello }]\n'

forADatabase((database) => {
  let behave: Behaviour = () => ''
  let model: LanguageModel
  let service: Service
  let templates: TemplatesDir
  let environment: Record<string, string>

  beforeAll(async () => {
    templates = await createTemplatesDir({ launch, slow, gone: slow, broken: slow })
    model = await startLanguageModel((...asked) => behave(...asked))
    environment = { ...(await database.create()), ...model.environment, TEMPLATES_DIR: templates.path }
    service = await startService(environment)
  })

  afterAll(async () => {
    await service.stop()
    await model[Symbol.asyncDispose]()
    await templates[Symbol.asyncDispose]()
  })

  /** Asked and never answered, until the test does. */
  function hold(): { release(text: string): void } {
    let release = (_text: string) => {}
    model.asked.length = 0
    behave = (_asked, response) => {
      release = (text) => answerChat(response, text)
      return undefined
    }
    return { release: (text) => release(text) }
  }

  test('a template and a prospect become a content record, whose fields change together', async () => {
    behave = (_asked, response) => void response.writeHead(400).end()
    const additional = { company: 'Müller & <b>Söhne', industry: 'Food & Drink' }
    const prospect = await createProspect(service, { email: 'eva@mueller.example', additional })
    const created = await createContent(service, { prospect, template: 'launch', language: 'DE-at' })
    expect(created).toMatchObject({ status: 'waiting', language: 'de-AT', content: [], analytics: [] })
    const { updatedAt, ...record } = await whenCompleted(service, created.id)
    const { updatedAt: before, ...unchanged } = created
    expect(record).toEqual({
      ...unchanged,
      status: 'completed',
      content: [
        { selector: '#hero h1', type: 'text', payload: 'Müller & <b>Söhne, das ist Launch' },
        { selector: '#hero img', type: 'src', payload: '/img/food-drink.jpg' },
        {
          selector: '#hero .lead',
          type: 'html',
          payload: '<p>Made for teams like <b>Müller &amp; &lt;b&gt;Söhne</b>.</p>',
        },
        { selector: '.cta', type: 'href', payload: `/start?from=${created.pattern}&lang=de-AT` },
      ],
      analytics: [
        { id: 'hero', selector: '#hero', type: 'view' },
        { id: 'click-2', selector: '.cta', type: 'click' },
      ],
    })
    expect(updatedAt >= before).toBe(true)
  })

  test('a record that is deleted while it is generated stays deleted', async () => {
    const held = hold()
    const prospect = await createProspect(service, { email: 'ada@acme.com' })
    const { id, pattern } = await createContent(service, { prospect, template: 'slow' })
    await model.whenAsked(1)
    expect((await service.request('DELETE', `/v1/content/${id}`)).status).toBe(204)
    held.release('Good day')
    const next = await createContent(service, { prospect, template: 'slow' })
    await model.whenAsked(2)
    held.release('Good day')
    await whenCompleted(service, next.id)
    expect((await service.request('GET', `/v1/content/${id}`)).status).toBe(404)
    expect((await service.request('GET', `/p/${pattern}`)).status).toBe(404)
    expect(service.output()).not.toContain('job failed')
  })

  test('killed while it generates, the service completes the record after the next start, its template gone', async () => {
    hold()
    const prospect = await createProspect(service, { email: 'ada@acme.com' })
    const waiting = [
      await createContent(service, { prospect, template: 'gone' }),
      await createContent(service, { prospect, template: 'broken' }),
    ]
    await model.whenAsked(2)
    await service.stop('SIGKILL')
    await templates.remove('gone')
    await templates.write('broken', 'content: {{')
    behave = () => 'Good day'
    service = await startService(environment)
    for (const { id } of waiting) {
      const { content } = await whenCompleted(service, id)
      expect(content).toEqual([{ selector: 'h1', type: 'text', payload: 'Good day' }])
    }
  })
})
