import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimJobs } from '../../../service/base/jobs/sql.ts'
import { createLog } from '../../../service/base/log.ts'
import { parseEmail } from '../../../service/base/words/addresses.ts'
import { readAdditional } from '../../../service/base/words/prospect.ts'
import { upsertPeople } from '../../../service/prospects/directory-sql.ts'
import type { Facts } from '../../../service/prospects/facts.ts'
import { toDirectoryPerson } from '../../../service/prospects/import-people.ts'
import { readColumns } from '../../../service/prospects/lists/columns.ts'
import { readListedPerson } from '../../../service/prospects/lists/person.ts'
import { createProspects, type Prospects } from '../../../service/prospects/prospects.ts'
import type { Source } from '../../../service/prospects/sources/source.ts'
import { openSources } from '../../../service/prospects/sources/sources.ts'
import type { ProspectRow } from '../../../service/prospects/sql.ts'
import { forADatabase } from '../../support/databases.ts'
import { type LocalService, startLocal } from '../events/records.ts'

forADatabase((database) => {
  let local: LocalService
  beforeAll(async () => {
    local = await startLocal(await database.create())
  })
  afterAll(() => local[Symbol.asyncDispose]())

  /** The room of the prospects, with a web site that states what is given, and a language model that writes. */
  function roomWith(stated: Facts = {}, write?: () => string): Prospects {
    const website: Source = { name: 'website', isLocal: false, find: async () => stated }
    const email = openSources({ enrich: ['email'], env: {}, allowPrivateAddresses: false })
    const languageModel = write && { write: async () => ({ text: write() }) }
    const { db } = local.service
    const options = { db, log: createLog('fatal'), jobs: { wake: () => {} } }
    return createProspects({ ...options, sources: [...email, website], languageModel })
  }

  async function post(
    room: Prospects,
    address: string,
    additional?: object,
    test = false,
  ): Promise<ProspectRow> {
    const { email, key: emailKey } = parseEmail(address)
    const said = {
      source: 'request',
      additional: additional && readAdditional(JSON.stringify({ additional })),
    }
    return room.create({ organization: 'acme', test }, { email, emailKey, said }, async () => {})
  }

  async function work(room: Prospects, { id }: ProspectRow): Promise<ProspectRow> {
    const lease = { id: 'test', seconds: 15 }
    for (const kind of ['enrich', 'profile'] as const) {
      const due = { kind, room: 9, perOrganization: 9, perHost: 9, underWay: [] }
      for (const job of await claimJobs(local.service.db, due, lease)) await room[kind].handle(job)
    }
    return room.get('acme', id)
  }

  const inDirectory = (fields: Record<string, string>) => {
    const person = readListedPerson(Object.values(fields), readColumns(Object.keys(fields)))
    return upsertPeople(local.service.db, 'acme', [toDirectoryPerson(person)])
  }

  test('a company guessed from the domain yields to the name that the web site states', async () => {
    const room = roomWith({ company: 'ACME Incorporated', description: 'It makes anvils.' })
    const prospect = await work(room, await post(room, 'jane.doe@acme-inc.example'))
    expect(prospect).toMatchObject({
      name: 'Jane Doe',
      company: 'ACME Incorporated',
      domain: 'acme-inc.example',
    })
    expect(prospect.profile).toBe(
      'Jane Doe works at ACME Incorporated. ACME Incorporated is found at acme-inc.example. It makes anvils.',
    )
  })

  test('what the client states yields to nothing, before the enrichment or while it runs', async () => {
    const room = roomWith({ company: 'Of the web site', industry: 'Anvils' })
    const first = await post(room, 'stated@firm-one.example', { company: 'Stated' })
    expect(await work(room, first)).toMatchObject({ company: 'Stated', industry: 'Anvils' })
    const second = await post(room, 'stated@firm-two.example')
    await post(room, 'stated@firm-two.example', { company: 'Stated late' })
    expect(await work(room, second)).toMatchObject({ company: 'Stated late' })
  })

  test('a profile is written again when its facts change, and only then', async () => {
    const room = roomWith({ description: 'It makes sails.' })
    const before = await work(room, await post(room, 'kim.lee@sail.example', { color: 'red' }))
    const changed = await post(room, 'kim.lee@sail.example', { company: 'Sail & Sons', role: 'CTO' })
    const profile = 'Kim Lee is CTO at Sail & Sons. Sail & Sons is found at sail.example. It makes sails.'
    expect(changed).toMatchObject({ profile, status: 'enriched', company: 'Sail & Sons' })
    expect(changed.updated_at > before.updated_at).toBe(true)
    const settled = await work(room, changed)
    const same = await post(room, 'kim.lee@sail.example', { company: 'Sail & Sons' })
    const other = await post(room, 'kim.lee@sail.example', { color: 'blue' })
    expect(same.updated_at).toEqual(settled.updated_at)
    expect(other).toMatchObject({ profile })
  })

  test('a language model writes it again as well', async () => {
    let written = 0
    const room = roomWith({}, () => `Written ${++written}.`)
    const first = await work(room, await post(room, 'max.may@model.example'))
    expect(first.profile).toBe('Written 1.')
    const composed = await post(room, 'max.may@model.example', { role: 'CEO' })
    expect(composed.profile).toBe('Max May is CEO at Model. Model is found at model.example.')
    expect(await work(room, composed)).toMatchObject({ profile: 'Written 2.', status: 'enriched' })
    await work(room, await post(room, 'max.may@model.example', { role: 'CEO' }))
    expect(written).toBe(2)
  })

  test('whom the directory knows is created with its facts, and a later list fills what was guessed', async () => {
    const room = roomWith({ company: 'Of the web site' })
    const email = 'r.vega@listed-co.example'
    const facts = { name: 'Rita Vega', company: 'Listed Company', role: 'CFO', profile: 'She likes lists.' }
    await inDirectory({ email, ...facts, additional: '{"seat":"A1","role":"old"}' })
    const made = await post(room, 'R.Vega@listed-co.example', { role: 'CEO' })
    expect(made).toMatchObject({ ...facts, role: 'CEO', additional: '{"seat":"A1","role":"CEO"}' })
    expect(await work(room, made)).toMatchObject({ ...facts, role: 'CEO' })

    const later = await work(room, await post(room, 'b.zed@later.example'))
    expect(later).toMatchObject({ company: 'Of the web site', role: null })
    await inDirectory({ email: 'b.zed@later.example', name: 'Bo Zed', company: 'Listed', role: 'COO' })
    const filled = await post(room, 'b.zed@later.example')
    expect(filled).toMatchObject({ name: 'Bo Zed', company: 'Of the web site', role: 'COO' })
    expect(filled.profile).toContain('Bo Zed is COO at Of the web site.')
  })

  test('each fact says where it is from, and a fact that is said again stays with who said it first', async () => {
    const room = roomWith({ company: 'Of the web site', industry: 'Anvils' })
    const sources = async ({ id }: ProspectRow) =>
      Object.fromEntries((await room.sources('acme', id)).map(({ field, ...source }) => [field, source]))
    const email = 'ada.bee@from-where.example'
    await inDirectory({ email, role: 'CFO', additional: '{"seat":"A1","floor":"2"}' })
    const made = await post(room, email, { floor: '3' })
    const atFirst = {
      email: { source: 'request' },
      role: { source: 'directory' },
      domain: { source: 'directory' },
      'additional.seat': { source: 'directory' },
      'additional.floor': { source: 'request' },
    }
    expect(await sources(made)).toEqual(atFirst)
    await work(room, made)
    const enriched = {
      ...atFirst,
      name: { source: 'email', isGuess: true },
      company: { source: 'website' },
      industry: { source: 'website' },
    }
    expect(await sources(made)).toEqual(enriched)
    await post(room, email, { name: 'Ada Bee', company: 'Of the web site', seat: 'A2' })
    expect(await sources(made)).toEqual({
      ...enriched,
      name: { source: 'request' },
      'additional.seat': { source: 'request' },
      'additional.name': { source: 'request' },
      'additional.company': { source: 'request' },
    })
  })

  test('a search finds the prospect that was made of somebody in the directory, never a test prospect', async () => {
    const room = roomWith()
    await inDirectory({ email: 'ann@twin.example', name: 'Ann Twin', role: 'Head of Sales' })
    const tried = await post(room, 'ann@twin.example', undefined, true)
    const search = { domain: 'twin.example', titles: ['Head of Sales'] }
    const found = await room.search('acme', search, async () => {})
    expect(found).toMatchObject({ name: 'Ann Twin', test: false })
    expect(found.id).not.toBe(tried.id)
    expect((await post(room, 'ann@twin.example')).id).toBe(found.id)
  })
})
