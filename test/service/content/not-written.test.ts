import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CampaignGap } from '../../../service/campaigns/campaign.ts'
import type { Gap } from '../../../service/content/gap.ts'
import { forADatabase } from '../../support/databases.ts'
import {
  answerChat,
  type Behaviour,
  type LanguageModel,
  startLanguageModel,
} from '../../support/language-model.ts'
import { pauses } from '../../support/pauses.ts'
import { createContent, createProspect, whenCompleted } from '../../support/records.ts'
import { type Service, startService } from '../../support/service.ts'
import { createTemplatesDir, type TemplatesDir } from '../../support/templates.ts'
import { createCampaign, inviteAll, peopleOf, sendList, untilCompleted } from '../campaigns/support.ts'

const item = (at: number) =>
  `  - { selector: "#i${at}", type: text, write: "Text ${at} for {{ prospect.company }}", payload: "Plain ${at}" }\n`
const page = 'page: https://www.example.com/launch\nlanguages: [en]\ncontent:\n'
const emails = (count: number, company = 'acme') =>
  Array.from({ length: count }, (_, at) => `p${at}@${company}.example\n`).join('')

forADatabase((database) => {
  let behave: Behaviour
  let model: LanguageModel
  let service: Service
  let templates: TemplatesDir
  let environment: Record<string, string>

  beforeAll(async () => {
    templates = await createTemplatesDir({
      three: page + item(1) + item(2) + item(3),
      one: page + item(1),
      plain: `${page}  - { selector: h1, type: text, payload: Hello }\n`,
    })
    model = await startLanguageModel((...asked) => behave(...asked))
    environment = { ...(await database.create()), ...model.environment, TEMPLATES_DIR: templates.path }
    service = await startService(environment)
  })

  afterAll(async () => {
    await service.stop()
    await model[Symbol.asyncDispose]()
    await templates[Symbol.asyncDispose]()
  })

  const gapsOf = async (id: string) =>
    (await service.request<{ gaps: CampaignGap[] }>('GET', `/v1/campaigns/${id}/gaps`)).body.gaps

  test('of a long list and a slow model every text is written, nobody waits behind it, and a kill loses nothing', async () => {
    const held: (() => void)[] = []
    behave = ({ user }, response) => {
      held.push(() => answerChat(response, `Written: ${/^Text \w/.exec(user)?.[0]}`))
      return undefined
    }
    model.asked.length = 0
    const { id } = await createCampaign(service, { template: 'three' })
    await sendList(service, id, `email\n${emails(60)}`)
    await model.whenAsked(20)
    const prospect = await createProspect(service, { email: 'plain@acme.example' })
    const plain = await createContent(service, { prospect, template: 'plain' })
    expect(await whenCompleted(service, plain.id)).toMatchObject({ content: [{ payload: 'Hello' }] })
    await service.stop('SIGKILL')
    behave = ({ user }) => `Written: ${/^Text \w/.exec(user)?.[0]}`
    model.asked.length = 0
    service = await startService(environment)
    expect(await untilCompleted(service, id)).toMatchObject({ people: 60 })
    expect(await gapsOf(id)).toEqual([])
    const [person] = await peopleOf(service, id, '?limit=1')
    const { content } = await whenCompleted(service, person?.content ?? '')
    expect(content.map(({ payload }) => payload)).toEqual([1, 2, 3].map((at) => `Written: Text ${at}`))
    const profiles = async () => {
      type Listed = { prospects: { profile?: string }[] }
      const { body } = await service.request<Listed>('GET', '/v1/prospects?limit=100')
      return body.prospects.map(({ profile }) => profile)
    }
    await expect.poll(profiles).toEqual(Array(61).fill('A profile.'))
    // What was answered is paid once.
    expect(model.asked.length).toBeLessThanOrEqual(3 * 60)
    expect(model.mostOpen()).toBeLessThanOrEqual(25)
  })

  test('what is not written is told with its reason, and can be written again, by editors', async () => {
    behave = ({ user }, response) => {
      if (user.includes('Silent')) return void response.writeHead(400).end()
      return user.includes('Boastful') ? 'Save 40 % today' : 'Good day'
    }
    const list = 'email,company\na@silent.example,Silent\nb@boast.example,Boastful\nc@good.example,Good\n'
    const { id } = await inviteAll(service, list, { template: 'one' })
    const gap = { index: 0, selector: '#i1', type: 'text' }
    const examples = ['a@silent.example', 'b@boast.example']
    const noAnswer = 'the language model did not answer'
    expect(await gapsOf(id)).toEqual([
      { ...gap, empty: 0, byDefault: 0, notWritten: 2, reason: noAnswer, examples },
    ])
    const gapOf = (notWritten: string): Gap => ({ ...gap, empty: false, byDefault: false, notWritten }) as Gap
    const people = await peopleOf(service, id)
    expect(people.map(({ gaps }) => gaps)).toEqual([
      [gapOf(noAnswer)],
      [gapOf('it says “40”, which nobody told it')],
      [],
    ])
    const path = `/v1/campaigns/${id}/regenerate`
    const { body: viewer } = await service.request<{ token: string }>('POST', '/v1/tokens', {
      body: { user: 'eve', role: 'viewer' },
    })
    const again = (body: object, token = service.token) => service.request('POST', path, { body, token })
    expect(await again({ only: 'not-written' }, viewer.token)).toMatchObject({ status: 403 })
    expect(await again({ only: 'written' })).toMatchObject({ body: { error: 40001 } })
    behave = () => 'Good morning'
    model.asked.length = 0
    expect(await again({ only: 'not-written' })).toMatchObject({ status: 202, body: { id } })
    for (const pause = pauses(); (await gapsOf(id)).length > 0; ) await pause()
    expect(model.asked.length).toBe(2)
    const payloads = people.map(
      async ({ content = '' }) => (await whenCompleted(service, content)).content[0]?.payload,
    )
    expect(await Promise.all(payloads)).toEqual(['Good morning', 'Good morning', 'Good day'])
  })
})
