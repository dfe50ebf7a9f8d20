import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { forEachDatabase } from '../../support/databases.ts'
import { motif } from '../../support/motif.ts'
import { ownService } from '../../support/own-service.ts'
import { fileOf, inviteAll, patternOf, peopleOf } from '../campaigns/support.ts'
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

forEachDatabase((database) => {
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

  test.skipIf(database.name !== 'PGlite')(
    'after maintenance nothing of a person is in any file',
    async () => {
      const email = 'mirabel.oxblood@velvet.example'
      await importPeople(`email,name,role\n${email},Mirabel Oxblood,Tanner\n`)
      const headers = { 'idempotency-key': 'mirabel-1' }
      const body = { email, additional: { note: 'oxblood and velvet', long: 'velvet '.repeat(1500) } }
      const { id } = (await own.api.request<Prospect>('POST', '/v1/prospects', { body, headers })).body
      const content = await createCompleted(own.api, { prospect: id, callback: 'http://127.0.0.1:9/velvet' })
      expect((await report(content.pattern, 'mirabel')).status).toBe(204)
      const written = ['irabel', 'xblood', 'elvet', content.pattern]
      const inFiles = () => filesWith(own.environment.DATA_DIR ?? '', written)
      expect(await inFiles()).not.toEqual([])
      expect((await own.api.request('DELETE', `/v1/prospects/${id}`)).status).toBe(200)
      expect(await motif(['maintain'], own.environment)).toMatchObject({ code: 0 })
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
    const { id } = await inviteAll(own.api, [header, ...gone, ...kept].join('\n'))
    const links = await fileOf(own.api, id, 'links.csv')
    for (const note of ['gone1', 'gone6', 'kept1', 'kept5']) expect(links).toContain(note)
    const { stdout, code } = await motif(
      ['erase', 'zeb@quack.example', '--organization', 'acme'],
      own.environment,
    )
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { erased: { places: 7 } }])
    const left = await fileOf(own.api, id, 'links.csv')
    expect(left.match(/gone\d|kept\d/g)).toEqual(['kept1', 'kept2', 'kept3', 'kept4', 'kept5'])
    expect(await rowsWith(own.environment, 'gone', 'zeb@quack.example')).toEqual([])
    expect((await own.api.request('GET', `/v1/campaigns/${id}`)).body).toMatchObject({
      people: 1,
      problems: 4,
    })
    expect(await motif(['maintain'], own.environment)).toMatchObject({ code: 0 })
    if (database.name === 'PGlite')
      expect(
        await filesWith(own.environment.DATA_DIR ?? '', ['gone1', 'gone2', 'gone3', 'gone4', 'gone5']),
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
    await inviteAll(own.api, ['E-mail,Note', 'j\u00fcrgen@b\u00e4cker.example,invited', ...lines].join('\n'))
    const { code } = await motif(
      ['erase', 'j\u00fcrgen@b\u00e4cker.example', '--organization', 'acme'],
      own.environment,
    )
    expect(code).toBe(0)
    expect(await rowsWith(own.environment, 'spelled')).toEqual([])
    const left = (await rowsWith(own.environment, 'kept')).join()
    for (const kept of ['kept1', 'kept2', 'kept3', 'kept4', 'kept5']) expect(left).toContain(kept)
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

  test('whoever a search found without an address is erased with them, and their page; colleagues stay', async () => {
    const linkedin = 'https://www.linkedin.com/in/Ottilie-Crumb'
    await importPeople(
      `name,role,domain,linkedin\nOttilie Crumb,CTO,crumb.example,${linkedin}\nOtto Crumb,CFO,crumb.example,\n`,
    )
    const search = (title: string) =>
      own.api.request<Prospect>('POST', '/v1/prospects/search', {
        body: { domain: 'crumb.example', titles: [title] },
      })
    const [found, colleague] = [await search('CTO'), await search('CFO')]
    expect([found.body.name, colleague.body.name]).toEqual(['Ottilie Crumb', 'Otto Crumb'])
    const { pattern } = await createCompleted(own.api, { prospect: found.body.id })
    await createProspect(own.api, {
      email: 'ottilie@crumb.example',
      additional: { linkedin: 'linkedin.com/in/ottilie-crumb/' },
    })
    const { code, stdout } = await motif(
      ['erase', 'ottilie@crumb.example', '--organization', 'acme'],
      own.environment,
    )
    expect([code, (JSON.parse(stdout) as Erasure).erased]).toMatchObject([0, { prospects: 2, content: 1 }])
    expect(await rowsWith(own.environment, 'ttilie', pattern)).toEqual([])
    expect((await own.api.request('GET', `/v1/prospects/${colleague.body.id}`)).status).toBe(200)
  })

  test('a colleague is not erased with a person because of the page of their company', async () => {
    const linkedin = 'https://www.linkedin.com/company/shared-page'
    await importPeople(`name,role,domain,linkedin\nBea Peer,CFO,shared.example,${linkedin}\n`)
    const { id } = await createProspect(own.api, { email: 'al@shared.example', additional: { linkedin } })
    expect((await own.api.request('DELETE', `/v1/prospects/${id}`)).status).toBe(200)
    const search = { domain: 'shared.example', titles: ['CFO'] }
    const found = await own.api.request<Prospect>('POST', '/v1/prospects/search', { body: search })
    expect(found.body.name).toBe('Bea Peer')
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
})

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
