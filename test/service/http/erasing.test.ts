import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { forADatabase } from '../../support/databases.ts'
import { motif } from '../../support/motif.ts'
import { ownService } from '../../support/own-service.ts'
import { transactionOf } from '../../support/transaction-of.ts'
import { createCampaign, fileOf, inviteAll, patternOf, peopleOf, sendList } from '../campaigns/support.ts'
import { rowsWith } from './stored.ts'
import {
  createCompleted,
  createContent,
  createProspect,
  expectError,
  type Prospect,
  unknownId,
  visitBatch,
} from './support.ts'

interface Erasure {
  prospect?: string
  erasedAt: string
  erased: Record<string, number>
}

forADatabase((database) => {
  const own = ownService(database)

  const report = (pattern: string, visit: string) =>
    own.api.request('POST', '/e', { token: '', body: visitBatch(pattern, visit) })

  async function importPeople(csv: string): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'motif-people-'))
    await writeFile(join(folder, 'people.csv'), csv)
    const args = ['import-people', join(folder, 'people.csv'), '--organization', 'acme']
    expect(await motif(args, own.environment)).toMatchObject({ code: 0 })
    await rm(folder, { recursive: true })
  }

  test('an erased person is in no table any more, and nobody else is touched', async () => {
    const email = 'Zelda.Quux@wobble.example'
    const personal = ['zelda', 'Zelda', 'wobble', 'Quux', 'quux', 'Wobble']
    const headers = { 'idempotency-key': 'zelda-1' }
    await importPeople(`email,name,role\n${email},Zelda Quux,CTO\n`)
    const search = { domain: 'wobble.example', titles: ['CTO'] }
    const found = await own.api.request<Prospect>('POST', '/v1/prospects/search', { body: search, headers })
    const more = { email, additional: { note: 'likes Wobble boards' } }
    const { id } = (await own.api.request<Prospect>('POST', '/v1/prospects', { body: more, headers })).body
    expect(found.body).toMatchObject({ id, name: 'Zelda Quux' })
    const content = await createCompleted(own.api, { prospect: id, callback: 'http://127.0.0.1:9/wobble' })
    const waiting = await createContent(own.api, { prospect: id })
    const kept = await createCompleted(own.api, {})
    for (const visit of ['Z', 'z']) expect((await report(content.pattern, visit)).status).toBe(204)
    expect((await report(kept.pattern, 'kept')).status).toBe(204)
    const before = await own.api.request('GET', `/p/${content.pattern}`, { token: '' })
    expect(before.status).toBe(200)
    expect(await rowsWith(own.environment, ...personal)).not.toEqual([])

    const answer = await own.api.request<Erasure>('DELETE', `/v1/prospects/${id}`)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        prospect: id,
        erasedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        erased: { prospects: 1, content: 2, visits: 2, events: 2, callbacks: 1, searches: 1, directory: 1 },
      },
    })
    expect(
      await rowsWith(own.environment, ...personal, content.id, content.pattern, waiting.id, waiting.pattern),
    ).toEqual([])
    expect((await rowsWith(own.environment, id)).map((row) => row.split(':')[0])).toEqual(['erasure'])
    expect((await own.api.request('GET', `/p/${content.pattern}`, { token: '' })).status).toBe(404)
    expectError(await own.api.request('DELETE', `/v1/prospects/${id}`), 40400)
    expectError(await own.api.request('GET', `/v1/prospects/${id}`), 40400)
    expect((await own.api.request('GET', `/results/content/${kept.id}`)).body).toMatchObject({ visits: 1 })

    const again = await own.api.request<Prospect>('POST', '/v1/prospects/search', { body: search, headers })
    expect(again.headers.get('idempotency-replayed')).toBeNull()
    expect(again.body.id).not.toBe(id)
    expect(again.body.name).toBeUndefined()
  })

  test('lines of lists that name an erased person and have no valid address go too, and no others', async () => {
    const header = 'E-mail,First name,Last name,Name,Note'
    const gone = [
      'zeb@quack.example,Zebulon,Quackenbush,,',
      ',Zebulon,Quackenbush,,gone1',
      ',,,zebulon   QUACKENBUSH,gone2',
      'nonsense,,,"Quackenbush, Zebulon",gone3',
      'nonsense,,,,ZEB@quack.example; gone4',
    ]
    const kept = [
      'other@quack.example,Zebulon,Quackenbush,,kept1',
      ',,,Zebulon Quackenbushman,kept2',
      ',,,,met Zebulon Quackenbush kept3',
      ',Zebulon,Smith,,kept4',
      'nonsense,Zebulon,Quackenbush,,ask helper@quack.example kept5',
      'nonsense,,,,joezeb@quack.example kept6',
    ]
    const { id } = await inviteAll(own.api, [header, ...gone, ...kept].join('\n'))
    const links = await fileOf(own.api, id, 'links.csv')
    for (const note of ['gone1', 'gone4', 'kept1', 'kept6']) expect(links).toContain(note)
    const { stdout, code } = await motif(
      ['erase', 'zeb@quack.example', '--organization', 'acme'],
      own.environment,
    )
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { erased: { places: 5 } }])
    const left = await fileOf(own.api, id, 'links.csv')
    expect(left.match(/gone\d|kept\d/g)).toEqual(['kept1', 'kept2', 'kept3', 'kept4', 'kept5', 'kept6'])
    expect(await rowsWith(own.environment, 'gone', '"zeb@quack.example')).toEqual([])
    expect((await own.api.request('GET', `/v1/campaigns/${id}`)).body).toMatchObject({
      people: 1,
      problems: 5,
    })
  })

  test('whoever another list named without an address is erased with them, and their page', async () => {
    const unnamed = await inviteAll(own.api, 'Name,Website,E-mail\nMirabel Oxblood,velvet.example,\n')
    await inviteAll(own.api, 'Name,Website,E-mail\nMirabel Oxblood,velvet.example,mirabel@velvet.example\n')
    const pattern = patternOf((await peopleOf(own.api, unnamed.id))[0]?.link)
    const statusOfPage = async () => (await own.api.request('GET', `/p/${pattern}`, { token: '' })).status
    expect(await statusOfPage()).toBe(200)
    const { stdout, code } = await motif(
      ['erase', 'mirabel@velvet.example', '--organization', 'acme'],
      own.environment,
    )
    const { erased } = JSON.parse(stdout) as Erasure
    expect([code, erased]).toMatchObject([0, { prospects: 2, places: 2, content: 2 }])
    expect(await rowsWith(own.environment, 'irabel', 'xblood')).toEqual([])
    // The command runs beside the service, which asks the database again after a moment.
    await expect.poll(statusOfPage).toBe(404)
  })

  test('only the own organization erases, and only an id that there is', async () => {
    const { id } = await createProspect(own.api)
    for (const each of [unknownId, 'nonsense'])
      expectError(await own.api.request('DELETE', `/v1/prospects/${each}`), 40400)
    expectError(await own.api.request('DELETE', `/v1/prospects/${id}`, { token: own.api.otherToken }), 40400)
    expect((await own.api.request('GET', `/v1/prospects/${id}`)).status).toBe(200)
  })

  test('erase takes all prospects of an address, however it is written, and its directory entry', async () => {
    await importPeople('email,name\nviola@erased.example,Viola Erased\nstray@erased.example,Stray\n')
    for (const body of [{ email: 'Viola@erased.example' }, { email: 'viola@ERASED.example', test: true }])
      await createProspect(own.api, body)
    const erase = (email: string) => motif(['erase', email, '--organization', 'acme'], own.environment)
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
    expect(await rowsWith(own.environment, 'iola', 'tray', 'VIOLA')).toEqual([])
    expect(await erase('viola@erased.example')).toMatchObject({
      code: 1,
      stderr: 'Nothing has this address.\n',
    })
    expect(await erase('nonsense')).toMatchObject({ code: 1, stderr: expect.stringContaining('e-mail') })
  })

  test.runIf(database.name === 'PostgreSQL')(
    'who is erased is not made again by a campaign that was about to make them',
    async () => {
      const list = 'email,name\nzadie@quartz.example,Zadie Quartz\n'
      await inviteAll(own.api, list)
      const found = await own.api.request<{ prospects: Prospect[] }>('GET', '/v1/prospects?search=zadie')
      const id = found.body.prospects[0]?.id
      const next = await createCampaign(own.api)
      await using others = await transactionOf(own.environment)
      await others.query(`SELECT FROM prospect WHERE id = '${id}' FOR UPDATE`)
      const erasing = own.api.request('DELETE', `/v1/prospects/${id}`)
      await others.untilWaiting(1)
      expect((await sendList(own.api, next.id, list)).status).toBe(202)
      await others.untilWaiting(2)
      await others.query('COMMIT')
      expect((await erasing).status).toBe(200)
      await expect
        .poll(async () => (await own.api.request('GET', `/v1/campaigns/${next.id}`)).body)
        .toMatchObject({ people: 0 })
      await expect.poll(() => rowsWith(own.environment, 'zadie', 'Zadie', 'quartz')).toEqual([])
    },
  )

  test.runIf(database.name === 'PostgreSQL')(
    'what an earlier list said of who is erased does not come back by a list that is read meanwhile',
    async () => {
      const { id } = await inviteAll(
        own.api,
        'email,name,note\nquilla@vellum.example,Quilla Vellum,said before\n',
      )
      const before = patternOf((await peopleOf(own.api, id)).find(({ link }) => link)?.link)
      const found = await own.api.request<{ prospects: Prospect[] }>('GET', '/v1/prospects?search=quilla')
      await using others = await transactionOf(own.environment)
      await others.query(`SELECT FROM place WHERE campaign = '${id}' FOR UPDATE`)
      const erasing = own.api.request('DELETE', `/v1/prospects/${found.body.prospects[0]?.id}`)
      await others.untilWaiting(1)
      const importing = sendList(own.api, id, 'email,role\nquilla@vellum.example,Scribe\n')
      await others.untilWaiting(2)
      await others.query('COMMIT')
      expect((await erasing).status).toBe(200)
      const imported = await importing
      expect(await rowsWith(own.environment, 'said before', before)).toEqual([])
      // Whoever is invited again afterwards is somebody new.
      expect(imported.body).toMatchObject({ people: 1, new: 1 })
    },
  )

  test('whatever goes on while a person is erased, nobody gets an error of the service and nothing is left', async () => {
    const email = 'racer@hurry.example'
    const started = await createProspect(own.api, { email })
    const seen = await createCompleted(own.api, { prospect: started.id })
    const statuses: number[] = []
    const ask = async (method: string, path: string, options: object = {}) => {
      const answer = await own.api.request<{ id?: string }>(method, path, options)
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
          ask('POST', '/e', { token: '', body: visitBatch(seen.pattern, `hurry${at}`) }),
          ask('DELETE', `/v1/prospects/${prospect}`),
        ])
        prospect = (await made) ?? prospect
      }),
    )
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    await motif(['erase', email, '--organization', 'acme'], own.environment)
    for (const { id, domain } of await found('hurry.example')) {
      expect(domain).toBe('hurry.example')
      await ask('DELETE', `/v1/prospects/${id}`)
    }
    await expect
      .poll(() => rowsWith(own.environment, 'racer', 'hurry', 'Racer', 'Hurry', seen.pattern))
      .toEqual([])
  })

  /** What a search answers where nobody is left: the company, which is a prospect as well. */
  async function found(domain: string) {
    const answer = await own.api.request<Prospect & { domain: string }>('POST', '/v1/prospects/search', {
      body: { domain },
    })
    return [answer.body]
  }
})
