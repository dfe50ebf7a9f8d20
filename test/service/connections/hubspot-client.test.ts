import { createRequire } from 'node:module'
import { afterEach, expect, test } from 'vitest'
import type { CrmPerson } from '../../../service/connections/crm.ts'
import { createHubspot } from '../../../service/connections/hubspot/hubspot.ts'
import { installedFolder } from '../../support/packed.ts'
import { type HubspotServer, startHubspot } from './hubspot-server.ts'

/** 14 needs Node.js 22. */
const installed = await installedFolder('@hubspot/api-client', '13.5.0')
const load = createRequire(import.meta.url)
const { Client } = load(installed)

const token = 'pat-eu1-0000-all'
let hubspot: HubspotServer
afterEach(() => hubspot?.[Symbol.asyncDispose]())

async function start() {
  hubspot = await startHubspot()
  hubspot.companies.set('9', {
    name: 'Greenwave',
    domain: 'greenwave.example',
    industry: 'COMPUTER_SOFTWARE',
  })
  for (const id of ['101', '102', '103'])
    hubspot.contacts.set(id, {
      properties: { email: `p${id}@greenwave.example`, firstname: 'Jo', associatedcompanyid: '9' },
    })
  hubspot.lists.set('7', { name: 'Spring 2026', objectTypeId: '0-1', members: ['101', '102', '103'] })
  hubspot.lists.set('8', { name: 'Spring companies', objectTypeId: '0-2', members: [] })
  const motif = createHubspot(hubspot.url, { allowPrivateAddresses: true })
  const client = new Client({ accessToken: token, basePath: hubspot.url, numberOfApiCallRetries: 0 })
  return { motif, calls: motif.open(token), client }
}

/** What each call takes and answers, by HubSpot’s own models. */
const modelsOf: [path: RegExp, objects: string, takes: string, answers: string][] = [
  [/lists\/[^/]+\/search$/, 'lists', 'ListSearchRequest', 'ListSearchResponse'],
  [/lists\/[^/]+\/\d+$/, 'lists', '', 'ListFetchResponse'],
  [/memberships$/, 'lists', '', 'ApiCollectionResponseJoinTimeAndRecordId'],
  [
    /objects\/.*contacts\/batch\/read$/,
    'contacts',
    'BatchReadInputSimplePublicObjectId',
    'BatchResponseSimplePublicObjectWithErrors',
  ],
  [
    /objects\/.*companies\/batch\/read$/,
    'companies',
    'BatchReadInputSimplePublicObjectId',
    'BatchResponseSimplePublicObject',
  ],
  [
    /batch\/update$/,
    'contacts',
    'BatchInputSimplePublicObjectBatchInput',
    'BatchResponseSimplePublicObjectWithErrors',
  ],
  [/properties\/.*read$/, 'properties', 'BatchReadInputPropertyName', 'BatchResponseProperty'],
  [/groups$/, 'properties', 'PropertyGroupCreate', 'PropertyGroup'],
  [/batch\/create$/, 'properties', 'BatchInputPropertyCreate', 'BatchResponseProperty'],
]

/** What a model keeps of a value: all of it, if it fits. */
function keptBy(objects: string, type: string, value: unknown): unknown {
  const of = load(`${installed}/lib/codegen/crm/${objects}/models/ObjectSerializer.js`).ObjectSerializer
  return JSON.parse(JSON.stringify(of.serialize(of.deserialize(value, type, ''), type, 'date-time')))
}

test('each request of Motif, and each answer of the tests’ server, fits the models of HubSpot’s own client', async () => {
  const { calls } = await start()
  await calls.check()
  await calls.searchLists('spring')
  expect(await calls.findList('7')).toBe('Spring 2026')
  for await (const people of calls.readList('7')) expect(people).toHaveLength(3)
  await calls.prepareFields()
  await calls.writeFields(
    new Map([
      ['101', { motif_visits: '1' }],
      ['404', { motif_visits: '2' }],
    ]),
  )
  await calls.readFields(['101', '404'])

  const told = new Set<string>()
  for (const { path, body, answer } of hubspot.asked) {
    const found = modelsOf.find(([of]) => of.test(path))
    if (!found) continue
    const [, objects, takes, answers] = found
    if (takes) expect(keptBy(objects, takes, body), path).toEqual(body)
    expect(keptBy(objects, answers, answer), path).toEqual(answer)
    told.add(answers + takes)
  }
  expect(told.size).toBe(modelsOf.length)
})

test('HubSpot’s own client makes the same calls, and gets the same answers', async () => {
  const { calls, client } = await start()
  const { lists } = await client.crm.lists.listsApi.doSearch({
    query: 'spring',
    additionalProperties: ['hs_list_size'],
  })
  expect(lists.map(({ name }: { name: string }) => name)).toEqual(['Spring 2026', 'Spring companies'])
  expect(await calls.searchLists('spring')).toEqual([
    { id: '7', name: 'Spring 2026', size: 3, isActive: true },
  ])
  expect((await client.crm.lists.listsApi.getById('7')).list?.objectTypeId).toBe('0-1')
  const page = await client.crm.lists.membershipsApi.getPage('7', undefined, undefined, 2)
  expect([page.results.length, page.paging?.next?.after]).toEqual([2, '2'])
  const inputs = [{ id: '101' }]
  const read = { inputs, properties: ['email'], propertiesWithHistory: [] }
  const contacts = await client.crm.contacts.batchApi.read(read)
  expect(contacts.results[0]?.properties).toEqual({ email: 'p101@greenwave.example' })
  const companies = await client.crm.companies.batchApi.read({
    ...read,
    inputs: [{ id: '9' }],
    properties: ['name'],
  })
  expect(companies.results[0]?.properties).toEqual({ name: 'Greenwave' })

  await calls.prepareFields()
  const names = { archived: false, inputs: [{ name: 'motif_visits' }] }
  const { results } = await client.crm.properties.batchApi.read('contacts', names)
  expect(results).toMatchObject([
    { name: 'motif_visits', groupName: 'motif', type: 'number', fieldType: 'number' },
  ])
  await client.crm.contacts.batchApi.update({ inputs: [{ id: '101', properties: { motif_visits: '3' } }] })
  expect(await calls.readFields(['101'])).toEqual(new Map([['101', { motif_visits: '3' }]]))
  const group = { name: 'other', label: 'Other', displayOrder: 1 }
  expect(await client.crm.properties.groupsApi.create('contacts', group)).toMatchObject(group)
})

test('people come with their companies, and a merged contact once, with the id that it has now', async () => {
  const { motif, calls } = await start()
  hubspot.contacts.set('102', { properties: {}, into: '101' })
  const people: CrmPerson[] = []
  for await (const some of calls.readList('7')) people.push(...some)
  expect(people.map(({ id }) => id)).toEqual(['101', '103'])
  const person = Object.fromEntries(motif.titles.map((title, at) => [title, people[0]?.cells[at]]))
  expect(person).toMatchObject({
    Email: 'p101@greenwave.example',
    Company: 'Greenwave',
    Website: 'greenwave.example',
    Industry: 'Computer software',
  })
})

test.each([
  [{ status: 401 }, { failure: 'token', message: expect.stringContaining('Create a new one in HubSpot') }],
  [
    { status: 429, retryAfter: 900 },
    { failure: 'busy', retryAfterSeconds: 900 },
  ],
  [{ status: 502 }, { failure: 'away', message: expect.stringContaining('HTTP 502') }],
])('what HubSpot answers, %o, is told in words', async (trouble, told) => {
  const { calls } = await start()
  hubspot.troubles.push({ path: /search/, ...trouble })
  await expect(calls.searchLists('')).rejects.toMatchObject(told)
})

test('a scope that is missing is named, by the check and by the call', async () => {
  const { calls } = await start()
  hubspot.tokens.set(token, ['crm.objects.contacts.read'])
  const { missingScopes } = await calls.check()
  expect(missingScopes).toContain('crm.lists.read')
  expect(missingScopes).not.toContain('crm.objects.contacts.read')
  await expect(calls.searchLists('')).rejects.toThrow('lacks the scope crm.lists.read')
})

test('a short Retry-After is waited for; deleted, merged and refused contacts stop no other', async () => {
  const { calls } = await start()
  await calls.prepareFields()
  hubspot.troubles.push({ path: /update/, status: 429, retryAfter: 1, times: 1 })
  hubspot.contacts.set('102', { properties: {}, into: '101' })
  hubspot.contacts.set('105', { properties: { lastname: 'Rule' } })
  const fields = ['101', '102', '103', '104', '105'].map((id) => [id, { motif_visits: id }] as const)
  const refused = await calls.writeFields(new Map(fields))
  expect([...refused]).toEqual([
    ['104', expect.stringContaining('may be deleted')],
    ['105', expect.stringContaining('required properties')],
  ])
  expect(hubspot.contacts.get('103')?.properties.motif_visits).toBe('103')
})

test('a property of that name with another type is found, and the others are made', async () => {
  const { calls } = await start()
  hubspot.properties.set('motif_visits', { name: 'motif_visits', type: 'string', fieldType: 'text' })
  expect(await calls.prepareFields()).toEqual(['motif_visits'])
  expect(hubspot.properties.size).toBe(7)
  expect(await calls.prepareFields()).toEqual(['motif_visits'])
})
