import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { CampaignPerson } from '../../../service/campaigns/campaign.ts'
import { forEachDatabase } from '../../support/databases.ts'
import { startLocalServer } from '../../support/local-server.ts'
import { motif } from '../../support/motif.ts'
import { type Service, startService } from '../../support/service.ts'
import {
  createCampaign,
  fileOf,
  inviteAll,
  patternOf,
  peopleOf,
  sendList,
  untilCompleted,
} from '../campaigns/support.ts'
import { dump } from './stored.ts'
import {
  type Content,
  createContent,
  createProspect,
  expectError,
  type Prospect,
  unknownId,
} from './support.ts'

const timeoutMs = 240_000

interface Erasure {
  prospect?: string
  erasedAt: string
  erased: Record<string, number>
}

forEachDatabase((database) => {
  let environment: Record<string, string>
  let api: Service
  beforeAll(async () => {
    environment = await database.create()
    api = await startService(environment)
  }, timeoutMs)
  afterAll(() => api?.stop())

  const rowsWith = async (...texts: string[]) =>
    (await dump(environment)).filter((row) => texts.some((text) => row.includes(text)))

  async function completed(more: object): Promise<Content> {
    const { id } = await createContent(api, more)
    const read = async () => (await api.request<Content[]>('GET', `/v1/content/${id}`)).body[0] as Content
    await expect.poll(async () => (await read()).status).toBe('completed')
    return read()
  }

  const batchOf = (pattern: string, visit: string) => {
    const events = [{ seq: 1, item: 'hero', type: 'view', at: 1500 }]
    const report = { applied: [0], missing: [], refused: [], contested: [] }
    return { v: 1, pattern, visit: visit.padEnd(22, '-'), sent: 2000, last: 1, report, events }
  }
  const report = (pattern: string, visit: string) =>
    api.request('POST', '/e', { token: '', body: batchOf(pattern, visit) })

  async function importPeople(csv: string): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'motif-people-'))
    await writeFile(join(folder, 'people.csv'), csv)
    const args = ['import-people', join(folder, 'people.csv'), '--organization', 'acme']
    expect(await motif(args, environment)).toMatchObject({ code: 0 })
    await rm(folder, { recursive: true })
  }

  test('an erased person is in no table any more, and nobody else is touched', async () => {
    const email = 'Zelda.Quux@wobble.example'
    const personal = ['zelda', 'Zelda', 'wobble', 'Quux', 'quux', 'Wobble']
    const headers = { 'idempotency-key': 'zelda-1' }
    await importPeople(`email,name,role\n${email},Zelda Quux,CTO\n`)
    const search = { domain: 'wobble.example', titles: ['CTO'] }
    const found = await api.request<Prospect>('POST', '/v1/prospects/search', { body: search, headers })
    const more = { email, additional: { note: 'likes Wobble boards' } }
    const { id } = (await api.request<Prospect>('POST', '/v1/prospects', { body: more, headers })).body
    expect(found.body).toMatchObject({ id, name: 'Zelda Quux' })
    const content = await completed({ prospect: id, callback: 'http://127.0.0.1:9/wobble' })
    const waiting = await createContent(api, { prospect: id })
    const kept = await completed({})
    for (const visit of ['Z', 'z']) expect((await report(content.pattern, visit)).status).toBe(204)
    expect((await report(kept.pattern, 'kept')).status).toBe(204)
    const before = await api.request('GET', `/p/${content.pattern}`, { token: '' })
    expect(before.status).toBe(200)
    expect(await rowsWith(...personal)).not.toEqual([])

    const answer = await api.request<Erasure>('DELETE', `/v1/prospects/${id}`)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        prospect: id,
        erasedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        erased: { prospects: 1, content: 2, visits: 2, events: 2, callbacks: 1, searches: 1, directory: 1 },
      },
    })
    expect(await rowsWith(...personal, content.id, content.pattern, waiting.id, waiting.pattern)).toEqual([])
    expect((await rowsWith(id)).map((row) => row.split(':')[0])).toEqual(['erasure'])
    expect((await api.request('GET', `/p/${content.pattern}`, { token: '' })).status).toBe(404)
    expectError(await api.request('DELETE', `/v1/prospects/${id}`), 40400)
    expectError(await api.request('GET', `/v1/prospects/${id}`), 40400)
    expect((await api.request('GET', `/results/content/${kept.id}`)).body).toMatchObject({ visits: 1 })

    const again = await api.request<Prospect>('POST', '/v1/prospects/search', { body: search, headers })
    expect(again.headers.get('idempotency-replayed')).toBeNull()
    expect(again.body.id).not.toBe(id)
    expect(again.body.name).toBeUndefined()
  })

  test.skipIf(database.name !== 'PGlite')(
    'after maintenance nothing of a person is in any file',
    async () => {
      const email = 'mirabel.oxblood@velvet.example'
      await importPeople(`email,name,role\n${email},Mirabel Oxblood,Tanner\n`)
      const headers = { 'idempotency-key': 'mirabel-1' }
      const body = { email, additional: { note: 'oxblood and velvet', long: 'velvet '.repeat(1500) } }
      const { id } = (await api.request<Prospect>('POST', '/v1/prospects', { body, headers })).body
      const content = await completed({ prospect: id, callback: 'http://127.0.0.1:9/velvet' })
      expect((await report(content.pattern, 'mirabel')).status).toBe(204)
      const written = ['irabel', 'xblood', 'elvet', content.pattern]
      const inFiles = () => filesWith(environment.DATA_DIR ?? '', written)
      expect(await inFiles()).not.toEqual([])
      expect((await api.request('DELETE', `/v1/prospects/${id}`)).status).toBe(200)
      expect(await motif(['maintain'], environment)).toMatchObject({ code: 0 })
      expect(await inFiles()).toEqual([])
    },
  )

  test('lines of lists that name an erased person and have no valid address go too, and no others', async () => {
    const header = 'E-mail,First name,Last name,Name,Note'
    const gone = [
      'zeb@quack.example,Zebulon,Quackenbush,,',
      ',Zebulon,Quackenbush,,gone1',
      ',QUACKENBUSH, zebulon ,,gone2',
      'nonsense,,,"Quackenbush,  Zebulon",gone3',
      ',,,zebulon   QUACKENBUSH,gone4',
      'Zebulon Quackenbush <zeb@>,,,,gone5',
      'nonsense,,,,zeb@quack.example gone6',
    ]
    const kept = [
      'other@quack.example,Zebulon,Quackenbush,,kept1',
      ',,,Zebulon Quackenbushman,kept2',
      ',,,,met Zebulon Quackenbush kept3',
      ',Zebulon,Smith,,kept4',
      'nonsense,Zebulon,Quackenbush,,ask helper@quack.example kept5',
    ]
    const { id } = await inviteAll(api, [header, ...gone, ...kept].join('\n'))
    const links = await fileOf(api, id, 'links.csv')
    for (const note of ['gone1', 'gone6', 'kept1', 'kept5']) expect(links).toContain(note)
    const { stdout, code } = await motif(
      ['erase', 'zeb@quack.example', '--organization', 'acme'],
      environment,
    )
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { erased: { places: 7 } }])
    const left = await fileOf(api, id, 'links.csv')
    expect(left.match(/gone\d|kept\d/g)).toEqual(['kept1', 'kept2', 'kept3', 'kept4', 'kept5'])
    expect(await rowsWith('gone', 'zeb@quack.example')).toEqual([])
    expect((await api.request('GET', `/v1/campaigns/${id}`)).body).toMatchObject({ people: 1, problems: 4 })
    expect(await motif(['maintain'], environment)).toMatchObject({ code: 0 })
    if (database.name === 'PGlite')
      expect(
        await filesWith(environment.DATA_DIR ?? '', ['gone1', 'gone2', 'gone3', 'gone4', 'gone5']),
      ).toEqual([])
  })

  test('lines that invite nobody and have the address in another spelling go too', async () => {
    const spellings = [
      'J\u00dcRGEN@B\u00c4CKER.example spelled1',
      'write to <mailto:J\u00dcRGEN@b\u00e4cker.example> spelled2',
      'ju\u0308rgen@b\u00e4cker.example; spelled3',
      'j\u00fcrgen@xn--bcker-gra.example spelled4',
      '(J\u00dcRGEN@b\u00e4cker.example). spelled5',
      "'j\u00fcrgen@b\u00e4cker.example': spelled6",
      'j\u00fcr\u00adgen@b\u00e4cker.example\u200b spelled7',
      'https://a.example/?to=j\u00fcrgen@b\u00e4cker.example spelled8',
    ]
    const others = [
      'j\u00fcrgens@b\u00e4cker.example kept1',
      'hans-j\u00fcrgen@b\u00e4cker.example kept2',
      "o'j\u00fcrgen@b\u00e4cker.example kept3",
      'j\u00fcrgen@xn--bcker-gra.example.org kept4',
      'hansj\u00fcrgen@xn--bcker-gra.example kept5',
    ]
    const lines = [...spellings, ...others].map((text) => `nonsense,"${text}"`)
    await inviteAll(api, ['E-mail,Note', 'j\u00fcrgen@b\u00e4cker.example,invited', ...lines].join('\n'))
    const { code } = await motif(
      ['erase', 'j\u00fcrgen@b\u00e4cker.example', '--organization', 'acme'],
      environment,
    )
    expect(code).toBe(0)
    expect(await rowsWith('spelled')).toEqual([])
    const left = (await rowsWith('kept')).join()
    for (const kept of ['kept1', 'kept2', 'kept3', 'kept4', 'kept5']) expect(left).toContain(kept)
  })

  test('whoever another list named without an address is erased with them, and their page', async () => {
    const unnamed = await inviteAll(api, 'Name,Website,E-mail\nMirabel Oxblood,velvet.example,\n')
    await inviteAll(api, 'Name,Website,E-mail\nMirabel Oxblood,velvet.example,mirabel@velvet.example\n')
    const pattern = patternOf((await peopleOf(api, unnamed.id))[0]?.link)
    const statusOfPage = async () => (await api.request('GET', `/p/${pattern}`, { token: '' })).status
    expect(await statusOfPage()).toBe(200)
    const { stdout, code } = await motif(
      ['erase', 'mirabel@velvet.example', '--organization', 'acme'],
      environment,
    )
    const { erased } = JSON.parse(stdout) as Erasure
    expect([code, erased]).toMatchObject([0, { prospects: 2, places: 2, content: 2 }])
    expect(await rowsWith('irabel', 'xblood')).toEqual([])
    // The command runs beside the service, which asks the database again after a moment.
    await expect.poll(statusOfPage).toBe(404)
  })

  test('whoever a search found without an address is erased with them, and their page; colleagues stay', async () => {
    const linkedin = 'https://www.linkedin.com/in/Ottilie-Crumb'
    await importPeople(
      `name,role,domain,linkedin\nOttilie Crumb,CTO,crumb.example,${linkedin}\nOtto Crumb,CFO,crumb.example,\n`,
    )
    const search = (title: string) =>
      api.request<Prospect>('POST', '/v1/prospects/search', {
        body: { domain: 'crumb.example', titles: [title] },
      })
    const [found, colleague] = [await search('CTO'), await search('CFO')]
    expect([found.body.name, colleague.body.name]).toEqual(['Ottilie Crumb', 'Otto Crumb'])
    const { pattern } = await completed({ prospect: found.body.id })
    await createProspect(api, {
      email: 'ottilie@crumb.example',
      additional: { linkedin: 'linkedin.com/in/ottilie-crumb/' },
    })
    const { code, stdout } = await motif(
      ['erase', 'ottilie@crumb.example', '--organization', 'acme'],
      environment,
    )
    expect([code, (JSON.parse(stdout) as Erasure).erased]).toMatchObject([0, { prospects: 2, content: 1 }])
    expect(await rowsWith('ttilie', pattern)).toEqual([])
    expect((await api.request('GET', `/v1/prospects/${colleague.body.id}`)).status).toBe(200)
  })

  test('a colleague is not erased with a person because of the page of their company', async () => {
    const linkedin = 'https://www.linkedin.com/company/shared-page'
    await importPeople(`name,role,domain,linkedin\nBea Peer,CFO,shared.example,${linkedin}\n`)
    const { id } = await createProspect(api, { email: 'al@shared.example', additional: { linkedin } })
    expect((await api.request('DELETE', `/v1/prospects/${id}`)).status).toBe(200)
    const search = { domain: 'shared.example', titles: ['CFO'] }
    const found = await api.request<Prospect>('POST', '/v1/prospects/search', { body: search })
    expect(found.body.name).toBe('Bea Peer')
  })

  test.runIf(database.name === 'PostgreSQL')(
    'whom a campaign makes of a list while their address is erased is erased, too',
    async () => {
      await using others = await transactionOf(environment)
      await others.query(`SELECT pg_advisory_xact_lock(hashtextextended('campaign steps of acme', 0))`)
      const email = 'made-meanwhile@step.example'
      const erasing = motif(['erase', email, '--organization', 'acme'], environment)
      await others.untilWaiting(1)
      await createProspect(api, { email })
      await others.query('COMMIT')
      expect(await erasing).toMatchObject({ code: 0, stdout: expect.stringContaining('"prospects":1') })
      expect(await rowsWith('made-meanwhile')).toEqual([])
    },
  )

  test.runIf(database.name === 'PostgreSQL')(
    'whoever another list named without an address is erased also while the line with the address waits',
    async () => {
      await inviteAll(api, 'Name,Website\nOttoline Verdigris,copper.example\n')
      const next = await createCampaign(api)
      await using others = await transactionOf(environment)
      await others.query(`SELECT pg_advisory_xact_lock(hashtextextended('campaign steps of acme', 0))`)
      const email = 'ottoline@copper.example'
      const erasing = motif(['erase', email, '--organization', 'acme'], environment)
      await others.untilWaiting(1)
      expect((await sendList(api, next.id, `email,name\n${email},Ottoline Verdigris\n`)).status).toBe(202)
      await others.untilWaiting(2)
      await others.query('COMMIT')
      expect(await erasing).toMatchObject({ code: 0, stdout: expect.stringContaining('"prospects":1') })
      await expect.poll(() => rowsWith('ttoline', 'erdigris')).toEqual([])
    },
  )

  test.runIf(database.name === 'PostgreSQL')(
    'who is erased is not made again by a campaign that was about to make them',
    async () => {
      const list = 'email,name\nzadie@quartz.example,Zadie Quartz\n'
      await inviteAll(api, list)
      const found = await api.request<{ prospects: Prospect[] }>('GET', '/v1/prospects?search=zadie')
      const id = found.body.prospects[0]?.id
      const next = await createCampaign(api)
      await using others = await transactionOf(environment)
      await others.query(`SELECT pg_advisory_xact_lock(hashtextextended('campaign steps of acme', 0))`)
      const erasing = api.request('DELETE', `/v1/prospects/${id}`)
      await others.untilWaiting(1)
      expect((await sendList(api, next.id, list)).status).toBe(202)
      await others.untilWaiting(2)
      await others.query('COMMIT')
      expect((await erasing).status).toBe(200)
      await expect
        .poll(async () => (await api.request('GET', `/v1/campaigns/${next.id}`)).body)
        .toMatchObject({ people: 0 })
      await expect.poll(() => rowsWith('zadie', 'Zadie', 'quartz')).toEqual([])
    },
  )

  test.runIf(database.name === 'PostgreSQL')(
    'what an earlier list said of who is erased does not come back by a list that is read meanwhile',
    async () => {
      const { id } = await inviteAll(
        api,
        'email,name,note\nquilla@vellum.example,Quilla Vellum,said before\n',
      )
      const before = patternOf((await peopleOf(api, id)).find(({ link }) => link)?.link)
      const found = await api.request<{ prospects: Prospect[] }>('GET', '/v1/prospects?search=quilla')
      await using others = await transactionOf(environment)
      await others.query(`SELECT FROM place WHERE campaign = '${id}' FOR UPDATE`)
      const erasing = api.request('DELETE', `/v1/prospects/${found.body.prospects[0]?.id}`)
      await others.untilWaiting(1)
      const importing = sendList(api, id, 'email,role\nquilla@vellum.example,Scribe\n')
      await others.untilWaiting(2)
      await others.query('COMMIT')
      expect((await erasing).status).toBe(200)
      const imported = await importing
      expect(await rowsWith('said before', before)).toEqual([])
      // Whoever is invited again afterwards is somebody new.
      expect(imported.body).toMatchObject({ people: 1, new: 1 })
    },
  )

  test('only the own organization erases, and only an id that there is', async () => {
    const { id } = await createProspect(api)
    for (const each of [unknownId, 'nonsense'])
      expectError(await api.request('DELETE', `/v1/prospects/${each}`), 40400)
    expectError(await api.request('DELETE', `/v1/prospects/${id}`, { token: api.otherToken }), 40400)
    expect((await api.request('GET', `/v1/prospects/${id}`)).status).toBe(200)
  })

  test('erase takes all prospects of an address, however it is written, and its directory entry', async () => {
    await importPeople('email,name\nviola@erased.example,Viola Erased\nstray@erased.example,Stray\n')
    for (const body of [{ email: 'Viola@erased.example' }, { email: 'viola@ERASED.example', test: true }])
      await createProspect(api, body)
    const erase = (email: string) => motif(['erase', email, '--organization', 'acme'], environment)
    const { code, stdout } = await erase('VIOLA@Erased.example')
    const receipts = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Erasure)
    expect(code).toBe(0)
    expect(receipts.map(({ erased }) => erased.prospects)).toEqual([1, 1])
    expect(receipts.map(({ erased }) => erased.directory).sort()).toEqual([0, 1])
    const stray = JSON.parse((await erase('stray@erased.example')).stdout) as Erasure
    expect(stray).toMatchObject({ erased: { prospects: 0, directory: 1 } })
    expect(stray.prospect).toBeUndefined()
    expect(await rowsWith('iola', 'tray', 'VIOLA')).toEqual([])
    expect(await erase('viola@erased.example')).toMatchObject({
      code: 1,
      stderr: 'Nothing has this address.\n',
    })
    expect(await erase('nonsense')).toMatchObject({ code: 1, stderr: expect.stringContaining('e-mail') })
  })

  test('whatever goes on while a person is erased, nobody gets an error of the service and nothing is left', async () => {
    const email = 'racer@hurry.example'
    const started = await createProspect(api, { email })
    const seen = await completed({ prospect: started.id })
    const statuses: number[] = []
    const ask = async (method: string, path: string, options: object = {}) => {
      const answer = await api.request<{ id?: string }>(method, path, options)
      statuses.push(answer.status)
      return answer.body?.id
    }
    let prospect: string = started.id
    await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        const headers = { 'idempotency-key': `hurry-${at}` }
        const made = ask('POST', '/v1/prospects', { body: { email, additional: { at } }, headers })
        await Promise.all([
          made,
          ask('POST', '/v1/prospects/search', { body: { domain: 'hurry.example' }, headers }),
          ask('POST', '/v1/content', { body: { prospect, template: 'launch', language: 'en' } }),
          ask('POST', '/e', { token: '', body: batchOf(seen.pattern, `hurry${at}`) }),
          ask('DELETE', `/v1/prospects/${prospect}`),
        ])
        prospect = (await made) ?? prospect
      }),
    )
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    await motif(['erase', email, '--organization', 'acme'], environment)
    for (const { id, domain } of await found('hurry.example')) {
      expect(domain).toBe('hurry.example')
      await ask('DELETE', `/v1/prospects/${id}`)
    }
    await expect.poll(() => rowsWith('racer', 'hurry', 'Racer', 'Hurry', seen.pattern)).toEqual([])
  })

  // The embedded database has one connection, on which nothing happens at the same time.
  test.runIf(database.name === 'PostgreSQL')(
    'people are erased while their campaigns are imported, made again, visited, told of and searched',
    async () => {
      await using receiver = await startLocalServer((_request, response) => response.writeHead(204).end())
      const webhook = { url: receiver.url, events: ['visit.started', 'content.completed'] }
      await api.request('POST', '/v1/webhooks', { body: webhook })
      const statuses: number[] = []
      const ask = async <Body>(method: string, path: string, options: object = {}) => {
        const answer = await api.request<Body>(method, path, options)
        statuses.push(answer.status)
        return answer.body
      }
      // Each person has a record in both.
      const campaigns = [await createCampaign(api), await createCampaign(api)].map(
        ({ id }) => `/v1/campaigns/${id}`,
      )
      const patterns = new Set<string>()
      const left = async () => {
        const asked = campaigns.map((path) =>
          ask<{ people: CampaignPerson[] }>('GET', `${path}/people?limit=100`),
        )
        const people = (await Promise.all(asked)).flatMap((answer) => answer.people)
        for (const { link } of people) patterns.add(patternOf(link))
        return people
      }
      const importPart = async (path: string, part: string) => {
        const lines = Array.from(
          { length: 16 },
          (_, at) => `crowd${part}${at}@throng.example,Crowd Throng${at}`,
        )
        const headers = { 'content-type': 'text/csv' }
        await ask('POST', `${path}/people`, { headers, body: ['email,name', ...lines].join('\n') })
      }
      for (const path of campaigns) {
        await importPart(path, 'a')
        await importPart(path, 'b')
        await untilCompleted(api, path.split('/').at(-1) ?? '')
      }
      let isImporting = true
      const imported = Promise.all(campaigns.map((path) => importPart(path, 'c'))).finally(() => {
        isImporting = false
      })
      let isErasing = true
      onTestFinished(() => {
        isErasing = false
      })
      const meanwhile = async (work: (turn: number) => Promise<unknown>) => {
        for (let turn = 0; isErasing; turn++) await work(turn)
      }
      const visit = async (turn: number) => {
        await left()
        const batches = [...patterns].map((pattern) => batchOf(pattern, `crowd${turn}`))
        await Promise.all(batches.map((body) => ask('POST', '/e', { token: '', body })))
      }
      const search = (turn: number) => {
        const body = { domain: 'throng.example', titles: [`title ${turn % 3}`] }
        return ask('POST', '/v1/prospects/search', { body })
      }
      const others = [
        meanwhile(visit),
        meanwhile(search),
        meanwhile(() => Promise.all(campaigns.map((path) => ask('POST', `${path}/regenerate`)))),
      ]
      for (
        let people = await left();
        isErasing && (people.length > 0 || isImporting);
        people = await left()
      ) {
        const [content, ...more] = people.flatMap((person) => person.content ?? [])
        const prospects = new Set(people.flatMap(({ prospect }) => prospect ?? []))
        await Promise.all([
          ...[...prospects].slice(0, 6).map((id) => ask('DELETE', `/v1/prospects/${id}`)),
          ask('POST', `/v1/content/${content}/regenerate`),
          ask('DELETE', `/v1/content/${more.at(-1)}`),
        ])
      }
      isErasing = false
      await Promise.all([imported, ...others])
      const found = await ask<{ prospects: Prospect[] }>('GET', '/v1/prospects?domain=throng.example')
      for (const { id } of found.prospects) await ask('DELETE', `/v1/prospects/${id}`)
      expect(statuses.filter((status) => status >= 500)).toEqual([])
      await expect.poll(() => rowsWith('crowd', 'throng', 'Crowd', 'Throng', ...patterns)).toEqual([])
      expect(api.output()).not.toMatch(/deadlock|violates/)
      expect(await countDeadlocks()).toBe(0)
    },
  )

  /** How often PostgreSQL has ended a transaction because two waited for each other. */
  async function countDeadlocks(): Promise<number> {
    const client = new pg.Client(environment.DATABASE_URL)
    await client.connect()
    const { rows } = await client.query(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    )
    await client.end()
    return Number(rows[0].deadlocks)
  }

  /** What a search answers where nobody is left: the company, which is a prospect as well. */
  async function found(domain: string) {
    const answer = await api.request<Prospect & { domain: string }>('POST', '/v1/prospects/search', {
      body: { domain },
    })
    return [answer.body]
  }
})

/** A transaction of somebody else on the database, for which what it locks waits. It ends at the end of the test. */
async function transactionOf({ DATABASE_URL }: Record<string, string>) {
  const client = new pg.Client(DATABASE_URL)
  const observer = new pg.Client(DATABASE_URL)
  await Promise.all([client.connect(), observer.connect()])
  await client.query('BEGIN')
  const countWaiting = async () => {
    const { rows } = await observer.query(
      `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return rows[0].count as number
  }
  return {
    query: (text: string) => client.query(text),
    /** Resolves once so many wait for a lock. */
    untilWaiting: (count: number) => expect.poll(countWaiting).toBeGreaterThanOrEqual(count),
    [Symbol.asyncDispose]: async () => void (await Promise.all([client.end(), observer.end()])),
  }
}

/** The files of a folder in which one of the texts is. */
async function filesWith(folder: string, texts: string[]): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    // What maintenance removes meanwhile is not there.
    const bytes = await readFile(path).catch(() => Buffer.alloc(0))
    if (texts.some((text) => bytes.includes(text))) found.push(path)
  }
  return found
}
