import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../../../service/base/log.ts'
import type { ListReading, ListTally } from '../../../service/campaigns/campaign.ts'
import { readConfig } from '../../../service/config.ts'
import type { Erasure } from '../../../service/erasing/erasure.ts'
import type { Broken } from '../../../service/events/today/operations.ts'
import { createMotif, type Motif } from '../../../service/motif.ts'
import { forEachDatabase } from '../../support/databases.ts'
import { freshDatabase } from '../../support/fresh-database.ts'
import { motif as command } from '../../support/motif.ts'
import { type Service, sendTo, startService } from '../../support/service.ts'
import { createCampaign, patternOf, peopleOf, untilCompleted } from '../campaigns/support.ts'
import { batchOf, click, duration, send } from '../events/batch.ts'
import { type HubspotServer, startHubspot } from './hubspot-server.ts'

const token = 'pat-eu1-0000-all'
const path = '/v1/connections/hubspot'
const list = { hubspot: { list: '7' } }
const templates = mkdtempSync(join(tmpdir(), 'motif-templates-'))
writeFileSync(
  join(templates, 'launch.yaml'),
  `page: https://www.example.com/launch
languages: [en]
content:
  - { selector: h1, type: text, payload: "{{ prospect.company | default: 'You' }}, meet Launch" }
analytics:
  - { id: cta, selector: .cta, type: click, goal: true }
  - { id: pricing, name: Price list, selector: "#pricing", type: duration }
`,
)
afterAll(() => rmSync(templates, { recursive: true }))

type Api = Pick<Service, 'url' | 'request'>

let hubspot: HubspotServer
beforeEach(async () => {
  hubspot = await startHubspot()
})
afterEach(() => hubspot[Symbol.asyncDispose]())

const settings = () => ({ HUBSPOT_URL: hubspot.url, TEMPLATES_DIR: templates })

/** A list of 700 as they are: 100 repeat somebody, 50 say nothing, 50 have no address that is one. */
function fill(count = 700): void {
  const members = Array.from({ length: count }, (_, at) => String(1000 + at))
  hubspot.companies.set('9', { name: 'Greenwave', domain: 'greenwave.example' })
  for (const [at, id] of members.entries()) {
    const email = at < 500 ? `p${at}@greenwave.example` : `P${at - 500}@Greenwave.example`
    const known = { email, firstname: 'Jo', associatedcompanyid: '9' }
    const properties: Record<string, string> = at < 600 ? known : at < 650 ? {} : { email: 'n/a' }
    hubspot.contacts.set(id, { properties })
  }
  hubspot.lists.set('7', { name: 'Spring 2026', objectTypeId: '0-1', members })
}

const contact = (at: number) => hubspot.contacts.get(String(1000 + at))?.properties ?? {}
const linked = () => [...hubspot.contacts.values()].filter(({ properties }) => properties.motif_link).length

function expectNothingTwice(): void {
  const writes = hubspot.writes.map((write) => JSON.stringify(write))
  expect(writes.length).toBe(new Set(writes).size)
}

const connect = (api: Api) => api.request('PUT', path, { body: { token } })
const addPeople = (api: Api, campaign: string) =>
  api.request<ListTally>('POST', `/v1/campaigns/${campaign}/people`, { body: list })

async function campaignOf(api: Service, count: number) {
  fill(count)
  await connect(api)
  const { id } = await createCampaign(api)
  await addPeople(api, id)
  await untilCompleted(api, id)
  return { id, people: await peopleOf(api, id, '?problem=false&limit=1000') }
}

const visit = (api: Api, link: string | undefined) =>
  send(api, batchOf({ pattern: patternOf(link) }, { events: [click(1), duration(2, 4200)], last: 2 }))

// In this process, where the tests have the clock.
const admin = 'a-token-of-the-admin'
const stranger = 'a-token-of-another-organization'
let motif: Motif
let api: Service

async function start(): Promise<void> {
  const config = readConfig({
    ...(await freshDatabase({})),
    ...settings(),
    MOTIF_TOKENS: `acme/ada=${admin},other/bob=${stranger}`,
    ALLOW_PRIVATE_ADDRESSES: 'true',
    CHECK_PAGES: 'false',
    ENRICH: 'email',
    RATE_LIMIT: '0',
    PORT: '0',
  })
  motif = await createMotif(config, createLog('fatal'))
  const url = await motif.listen()
  await motif.work()
  const request: Service['request'] = (method, path, options) =>
    sendTo(url, method, path, { token: admin, ...options })
  // What the helpers of campaigns need of a service.
  api = { url, token: admin, request } as Service
}

async function stop(): Promise<void> {
  await motif?.stop()
}

/** Has everything that waits for its time done now, and everything that is done each hour. */
async function anHourLater(): Promise<void> {
  const { db } = motif.store
  await sql`UPDATE contact SET settled_at = settled_at - interval '1 hour'`.execute(db)
  await sql`UPDATE job SET run_at = now() WHERE kind IN ('contacts', 'segment')`.execute(db)
}

/** The same, until it is so. */
const until = (what: () => unknown) =>
  expect.poll(async () => {
    await sql`UPDATE job SET run_at = now() WHERE kind = 'contacts' AND lease IS NULL`.execute(motif.store.db)
    return what()
  })
const faults = async () => (await api.request<{ faults: Broken[] }>('GET', '/v1/faults')).body.faults
const isTold = (words: string) => [
  { kind: 'connection', name: 'HubSpot', problem: expect.stringContaining(words) },
]

describe('with the clock', () => {
  beforeEach(start)
  afterEach(stop)

  test('from a token to a campaign of 500 of 700, to what people did in their contacts', async () => {
    fill()
    expect((await connect(api)).body).toMatchObject({
      account: { id: '4711', name: 'HubSpot account 4711' },
      missingScopes: [],
    })
    const lists = await api.request('GET', `${path}/lists?search=spring`)
    expect(lists.body).toEqual({ lists: [{ id: '7', name: 'Spring 2026', size: 700, isActive: true }] })
    const preview = await api.request<ListReading>('POST', '/v1/lists/read', { body: list })
    expect(preview.body).toMatchObject({ lines: 700, people: 500, repeated: 100, unusable: 100 })
    expect(preview.body.problems[0]?.remedy).toContain(', in HubSpot or under Problems')
    const part = await api.request<ListReading>('POST', '/v1/lists/read?part=true', { body: list })
    expect(part.body).toMatchObject({ lines: 499, people: 499 })
    expect(preview.body.columns).toContainEqual(expect.objectContaining({ title: 'Email', meaning: 'email' }))

    const { id } = await createCampaign(api)
    const { status, body } = await addPeople(api, id)
    expect([status, body]).toMatchObject([202, { lines: 700, people: 500, problems: 100 }])
    await untilCompleted(api, id)
    await until(linked).toBe(500)
    const people = await peopleOf(api, id, '?problem=false&limit=1000')
    expect(contact(200)).toMatchObject({
      motif_link: people[200]?.link,
      motif_campaign: 'Spring Launch',
      motif_visits: '0',
    })
    expect(hubspot.groups).toEqual(new Set(['motif']))

    for (const { link } of people.slice(200, 208)) await visit(api, link)
    for (const { link } of people.slice(300, 302)) {
      const machine = { input: false, webdriver: true, events: [click(1)] }
      await send(api, batchOf({ pattern: patternOf(link) }, machine))
    }
    const visited = () =>
      [...hubspot.contacts.values()].filter((each) => each.properties.motif_visits === '1')
    await until(() => visited().length).toBe(8)
    await until(() => contact(200)).toMatchObject({
      motif_visits: '1',
      motif_read_seconds: '4',
      motif_last_words: 'Price list',
      motif_last_visit: expect.stringMatching(/^\d{4}-.*Z$/),
      motif_goal_at: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(contact(300).motif_visits).toBe('0')
    expectNothingTwice()
    expect(Math.max(...hubspot.asked.map(({ status }) => status))).toBeLessThan(400)
  })

  test('each hour who joined gets a page, who left stays, and who was erased never comes back', async () => {
    const { id, people } = await campaignOf(api, 5)
    await until(linked).toBe(5)
    const erased = await api.request<Erasure>('DELETE', `/v1/prospects/${people[2]?.prospect}`)
    expect(erased.body.keptBy).toEqual(['HubSpot'])
    const writes = hubspot.writes.length
    hubspot.contacts.set('2000', { properties: { email: 'new@greenwave.example' } })
    const members = ['1001', '1002', '2000']
    hubspot.lists.set('7', { name: 'Spring 2026', objectTypeId: '0-1', members })
    await anHourLater()
    await until(() => hubspot.contacts.get('2000')?.properties.motif_link).toBeDefined()
    const emails = (await peopleOf(api, id)).map(({ email }) => email)
    expect(emails).toEqual(expect.arrayContaining(['p0@greenwave.example', 'new@greenwave.example']))
    expect(emails).toHaveLength(5)
    expect(emails).not.toContain('p2@greenwave.example')
    const later = hubspot.writes.slice(writes)
    expect(later.map(({ id }) => id)).toEqual(['2000'])

    hubspot.lists.delete('7')
    await anHourLater()
    await until(faults).toEqual(isTold('does not have the list Spring 2026 any more'))
  })

  test('HubSpot away for an hour, and an answer that was lost: nothing twice, nothing lost, and told', async () => {
    hubspot.troubles.push({ path: /batch\/update/, status: 503, isDone: true, times: 1 })
    const { people } = await campaignOf(api, 120)
    await until(linked).toBe(120)
    hubspot.troubles.push({ path: /./, status: 503 })
    await visit(api, people[0]?.link)
    await until(faults).toEqual(isTold('HTTP 503'))
    await sql`UPDATE job SET attempt = attempt + 30 WHERE kind = 'contacts'`.execute(motif.store.db)
    const asked = hubspot.asked.length
    await until(() => hubspot.asked.length).toBeGreaterThan(asked)
    hubspot.troubles.splice(0)
    await until(() => contact(0).motif_visits).toBe('1')
    await until(faults).toEqual([])
    expectNothingTwice()
  })

  test('a token that ended, or lacks a scope, is told with what to do; a new one goes on', async () => {
    const { id, people } = await campaignOf(api, 3)
    await until(linked).toBe(3)
    const scopes = hubspot.tokens.get(token) ?? []
    hubspot.tokens.clear()
    expect(await addPeople(api, id)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('Create a new one') },
    })
    expect((await connect(api)).status).toBe(400)
    await visit(api, people[0]?.link)
    await until(faults).toEqual(isTold('Create a new one in HubSpot'))
    hubspot.tokens.set(token, ['crm.lists.read'])
    expect((await connect(api)).body).toMatchObject({
      missingScopes: expect.arrayContaining(['crm.schemas.contacts.write']),
    })
    await until(faults).toEqual(isTold('lacks the scope crm.schemas.contacts.read'))
    hubspot.tokens.set(token, scopes)
    await connect(api)
    await until(() => contact(0).motif_visits).toBe('1')
    expect(await faults()).toEqual([])
    expectNothingTwice()
  })

  test('contacts that HubSpot refuses are told, and written once it takes them', async () => {
    hubspot.properties.set('motif_visits', { name: 'motif_visits', type: 'string', fieldType: 'text' })
    await campaignOf(api, 3)
    await until(linked).toBe(3)
    await until(faults).toEqual(isTold('3 contacts: the account has motif_visits already'))
    expect(contact(0).motif_visits).toBeUndefined()
    hubspot.properties.delete('motif_visits')
    await anHourLater()
    await until(() => contact(2).motif_visits).toBe('0')
    expect(await faults()).toEqual([])
  })

  test('only admins connect, editors choose lists, and nobody sees the connection of others', async () => {
    fill(1)
    await connect(api)
    const { body } = await api.request<{ token: string }>('POST', '/v1/tokens', {
      body: { user: 'eve', role: 'editor' },
    })
    const viewer = await api.request<{ token: string }>('POST', '/v1/tokens', {
      body: { user: 'vic', role: 'viewer' },
    })
    const ask = async (method: string, path: string, token: string) => {
      const sent = method === 'PUT' && { body: { token: 'x'.repeat(20) } }
      return (await api.request(method, path, { token, ...sent })).status
    }
    for (const token of [body.token, viewer.body.token])
      for (const method of ['PUT', 'GET', 'DELETE']) expect(await ask(method, path, token)).toBe(403)
    expect(await ask('GET', `${path}/lists`, body.token)).toBe(200)
    expect(await ask('GET', `${path}/lists`, viewer.body.token)).toBe(403)
    for (const [method, of] of [
      ['GET', path],
      ['DELETE', path],
      ['GET', `${path}/lists`],
    ] as const)
      expect(await ask(method, of, stranger)).toBe(404)
    expect(await ask('DELETE', path, admin)).toBe(204)
    expect(await ask('GET', path, admin)).toBe(404)
    const { id } = await createCampaign(api)
    expect((await addPeople(api, id)).body).toMatchObject({
      message: expect.stringContaining('an admin connects it'),
    })
  })
})

// What a kill leaves, and what is in the files.
forEachDatabase((database) => {
  let environment: Record<string, string>
  let service: Service
  beforeEach(async () => {
    environment = { ...(await database.create()), ...settings() }
    service = await startService(environment)
  })
  afterEach(() => service?.stop())

  async function restart(signal: NodeJS.Signals): Promise<void> {
    await service.stop(signal)
    service = await startService({ ...environment, MOTIF_TOKENS: `acme/ada=${service.token}` })
  }

  test('a kill while contacts are written: nothing twice, nothing lost; and nothing again after a restart', async () => {
    hubspot.troubles.push({ path: /batch\/update/, status: 0, isDone: true, times: 1 })
    const { people } = await campaignOf(service, 250)
    await expect.poll(linked).toBe(100)
    await restart('SIGKILL')
    await expect.poll(linked).toBe(250)
    expect(contact(249).motif_link).toBe(people[249]?.link)
    const ids = hubspot.writes.map(({ id }) => id)
    expect(new Set(ids).size).toBe(250)
    expectNothingTwice()
    await restart('SIGTERM')
    const writes = hubspot.writes.length
    await visit(service, people[0]?.link)
    await expect.poll(() => contact(0).motif_visits).toBe('1')
    expect(new Set(hubspot.writes.slice(writes).map(({ id }) => id))).toEqual(new Set(['1000']))
  })

  test('the token is in no answer, log, file or backup', async () => {
    await campaignOf(service, 3)
    await expect.poll(linked).toBe(3)
    const folder = environment.DATA_DIR ?? templates
    const backup = join(folder, 'motif.backup')
    if (environment.DATA_DIR) await command(['backup', backup], environment)
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name)))
    const answers = [await service.request('GET', path), await service.request('GET', '/v1/faults')]
    for (const text of [...files, service.output(), JSON.stringify(answers)])
      expect(text.includes(token)).toBe(false)
    if (!environment.DATA_DIR) return
    const key = readFileSync(join(folder, 'secrets.key'), 'utf8')
    expect(statSync(join(folder, 'secrets.key')).mode & 0o777).toBe(0o600)
    expect(readFileSync(backup).includes(key)).toBe(false)
  })

  const many = Number(process.env.CONTACTS ?? 0)
  test.runIf(many)('a list of very many contacts, within the limits of HubSpot', async () => {
    const members = Array.from({ length: many }, (_, at) => String(1000 + at))
    for (const id of members) hubspot.contacts.set(id, { properties: { email: `p${id}@greenwave.example` } })
    hubspot.lists.set('7', { name: 'Everybody', objectTypeId: '0-1', members })
    await connect(service)
    const { id } = await createCampaign(service)
    const figures: string[] = []
    const note = (what: string, began: number) => {
      const memory = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]
      const seconds = Math.round((Date.now() - began) / 1000)
      figures.push(`${what}: ${seconds} s, ${hubspot.asked.length} requests, ${Number(memory) >> 10} MB`)
    }
    const began = Date.now()
    await addPeople(service, id)
    note('read', began)
    await untilCompleted(service, id)
    note('pages made', began)
    await expect.poll(linked).toBe(many)
    note('written', began)
    console.log(database.name, figures.join('; '))
    expect(hubspot.asked.map(({ status }) => status)).not.toContain(429)
    expectNothingTwice()
  })
})
