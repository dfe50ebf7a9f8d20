import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CampaignGap } from '../../../service/campaigns/campaign.ts'
import { askPicture } from '../../../service/campaigns/pictures/ask-picture.ts'
import { createPictureAsker } from '../../../service/campaigns/pictures/ask-pictures.ts'
import { pictureUrl } from '../../../service/campaigns/pictures/picture-urls.ts'
import type { Today } from '../../../service/events/today.ts'
import { type LocalServer, startLocalServer } from '../../support/local-server.ts'
import { type Service, startService } from '../../support/service.ts'
import { createTemplatesDir, type TemplatesDir } from '../../support/templates.ts'
import { inviteAll, sendList, untilCompleted } from './support.ts'

let pictures: LocalServer
let templates: TemplatesDir
let service: Service
/** Pictures that exist. */
const there = new Set(['/img/wind.jpg', '/img/default.jpg'])

beforeAll(async () => {
  pictures = await startLocalServer(({ path }, response) => {
    if (there.has(path)) response.setHeader('content-type', 'image/jpeg').end('picture')
    else response.writeHead(404).end()
  })
  templates = await createTemplatesDir({
    launch: `
page: ${pictures.url}/launch
languages: [en]
content:
  - { selector: h1, type: text, payload: "For {{ prospect.company }}" }
  - { selector: ".logo", type: src, payload: "{{ prospect.additional.logo }}" }
  - { selector: "#hero img", type: src, payload: "/img/{{ prospect.industry | default: 'default' | slugify }}.jpg" }
`,
  })
  service = await startService({
    CHECK_PICTURES: 'true',
    TEMPLATES_DIR: templates.path,
  })
})

afterAll(async () => {
  await service?.stop()
  await pictures?.[Symbol.asyncDispose]()
  await templates?.[Symbol.asyncDispose]()
})

const gapsOf = async (id: string) =>
  (await service.request<{ gaps: CampaignGap[] }>('GET', `/v1/campaigns/${id}/gaps`)).body.gaps

/** What is said of the picture of the hero. */
const heroOf = async (id: string) => (await gapsOf(id)).find(({ index }) => index === 2)?.missing

const askedFor = (path: string) =>
  pictures.received.filter((request) => request.path === path).map(({ method }) => method)

/** What Today shows first. */
async function today(): Promise<Today> {
  const response = await fetch(`${service.url}/v1/live`, {
    headers: { authorization: `Bearer ${service.token}` },
  })
  let text = ''
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece
    const [, data] = /\ndata: (.*)\n\n/.exec(text) ?? []
    if (data !== undefined) return JSON.parse(data) as Today
  }
  throw new Error('nothing was told')
}

test('a picture that does not exist is asked for once and told before sending, until it is there', async () => {
  const list =
    'email,company,industry\na@one.example,One,Wind\nb@two.example,Two,Coal\nc@three.example,Three,Coal\nd@four.example,Four,\n'
  const { id } = await inviteAll(service, list)
  const url = `${pictures.url}/img/coal.jpg`
  const either = expect.stringMatching(/^(b@two|c@three)\.example$/)
  const missing = { people: 2, pictures: 1, examples: [{ url, people: 2, person: either }] }
  await expect.poll(() => heroOf(id)).toEqual(missing)
  expect(await gapsOf(id)).toEqual([
    { index: 1, selector: '.logo', type: 'src', empty: 4, byDefault: 0, examples: expect.any(Array) },
    {
      index: 2,
      selector: '#hero img',
      type: 'src',
      empty: 0,
      byDefault: 1,
      missing,
      examples: expect.arrayContaining(['d@four.example', either]),
    },
  ])
  const byIndustry = await service.request<{ gaps: CampaignGap[] }>(
    'GET',
    `/v1/campaigns/${id}/gaps?by=industry`,
  )
  expect(byIndustry.body.gaps.map(({ industries }) => industries)).toEqual([
    undefined,
    [{ industry: 'Coal', people: 2, of: 2 }],
  ])
  expect(askedFor('/img/wind.jpg')).toEqual(['HEAD'])
  expect(askedFor('/img/coal.jpg')).toEqual(['HEAD', 'GET'])
  expect((await today()).broken).toEqual([
    {
      kind: 'picture',
      campaign: id,
      name: 'Spring Launch',
      template: 'launch',
      url,
      people: 2,
    },
  ])

  await sendList(service, id, `${list}e@five.example,Five,Coal\nf@six.example,Six,Sun\n`)
  await untilCompleted(service, id)
  await expect.poll(async () => (await heroOf(id))?.people).toBe(4)
  // Each picture with its own number of people, the most first.
  const told = (await today()).broken.map((fault) => 'people' in fault && [fault.url, fault.people])
  expect(told).toEqual([
    [url, 3],
    [`${pictures.url}/img/sun.jpg`, 1],
  ])
  expect(askedFor('/img/wind.jpg')).toEqual(['HEAD'])
  expect(askedFor('/img/sun.jpg')).toEqual(['HEAD', 'GET'])

  there.add('/img/coal.jpg').add('/img/sun.jpg')
  expect((await service.request('POST', `/v1/campaigns/${id}/regenerate`)).status).toBe(202)
  await expect.poll(() => heroOf(id)).toBeUndefined()
  expect((await today()).broken).toEqual([])
  await service.request('DELETE', `/v1/campaigns/${id}`)
})

test('a person who is erased takes what is known of their picture along', async () => {
  const { id } = await inviteAll(service, 'email,industry\ng@seven.example,Peat\n')
  await expect.poll(async () => (await heroOf(id))?.people).toBe(1)
  const { body } = await service.request<{ prospects: { id: string }[] }>(
    'GET',
    '/v1/prospects?email=g@seven.example',
  )
  const receipt = await service.request<{ erased: object }>(
    'DELETE',
    `/v1/prospects/${body.prospects[0]?.id}`,
  )
  expect(receipt.body.erased).toMatchObject({ pictures: 1 })
  expect(await gapsOf(id)).toEqual([])
})

describe('a picture', () => {
  let host: LocalServer
  const answers: Record<string, () => [status: number, headers?: Record<string, string>]> = {
    '/there.png': () => [200, { 'content-type': 'image/png' }],
    '/gone.png': () => [410],
    '/page.png': () => [200, { 'content-type': 'text/html' }],
    '/failing.png': () => [500],
    '/forbidden.png': () => [403],
    '/moved.png': () => [302, { location: '/there.png' }],
    '/moved-away.png': () => [302, { location: 'http://user:word@127.0.0.1/' }],
  }
  beforeAll(async () => {
    host = await startLocalServer(({ path, method }, response) => {
      const [status, headers] = answers[path]?.() ?? (method === 'HEAD' ? [405] : [206])
      response.writeHead(status, { 'content-type': 'image/png', ...headers }).end()
    })
  })
  afterAll(() => host?.[Symbol.asyncDispose]())

  test.each([
    ['/there.png', 'found'],
    ['/no-head.png', 'found'],
    ['/moved.png', 'found'],
    ['/gone.png', 'missing'],
    ['/page.png', 'missing'],
    ['/failing.png', 'silent'],
    ['/forbidden.png', 'silent'],
    ['/moved-away.png', 'silent'],
  ])('at %s is %s', async (path, expected) => {
    expect(await askPicture(host.url + path, { allowPrivateAddresses: true })).toBe(expected)
  })

  test('on a private address is not asked for', async () => {
    const before = host.received.length
    expect(await askPicture(`${host.url}/there.png`, { allowPrivateAddresses: false })).toBe('silent')
    expect(host.received).toHaveLength(before)
  })

  test.each([
    ['/a.png#x', 'https://www.example.com/a.png'],
    ['//cdn.example.com/a.png', 'https://cdn.example.com/a.png'],
    ['data:image/png;base64,AA', undefined],
  ])('%s is meant from the template’s page', (payload, expected) => {
    expect(pictureUrl(payload, 'https://www.example.com/launch')).toBe(expected)
  })
})

describe('of many pictures', () => {
  const urlsOf = (host: string, count: number) =>
    Array.from({ length: count }, (_, at) => `https://${host}/${at}.png`)

  test('some at a time are asked for, a few of one host, and hosts do not wait for each other', async () => {
    const under = new Map<string, number>()
    let most = 0
    const ask = createPictureAsker(async (url) => {
      const { host } = new URL(url)
      under.set(host, (under.get(host) ?? 0) + 1)
      most = Math.max(most, under.get(host) ?? 0)
      await new Promise((resolve) => setImmediate(resolve))
      under.set(host, (under.get(host) ?? 0) - 1)
      return 'found'
    })
    const answered: string[] = []
    const urls = [...urlsOf('one.example', 30), ...urlsOf('two.example', 3)]
    const { isOver } = await ask(urls, (url) => answered.push(url), Number.POSITIVE_INFINITY)
    expect(isOver).toBe(true)
    expect(new Set(answered)).toEqual(new Set(urls))
    expect(most).toBeLessThanOrEqual(4)
    expect(answered.findLastIndex((url) => url.includes('two'))).toBeLessThan(15)
  })

  test('a host that is silent is left alone', async () => {
    let asked = 0
    const ask = createPictureAsker(async () => {
      asked++
      return 'silent'
    })
    expect(await ask(urlsOf('hangs.example', 50), () => {}, Number.POSITIVE_INFINITY)).toEqual({
      isOver: true,
    })
    expect(asked).toBeLessThan(10)
  })

  test('what is not asked for in time is left for the next turn', async () => {
    let now = 0
    const ask = createPictureAsker(
      async () => {
        now += 1000
        return 'found'
      },
      () => now,
    )
    const answered: string[] = []
    const { isOver } = await ask(urlsOf('slow.example', 50), (url) => answered.push(url), 5000)
    expect(isOver).toBe(false)
    expect(answered.length).toBeLessThan(15)
  })
})
