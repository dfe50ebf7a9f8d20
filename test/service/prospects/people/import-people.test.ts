import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forADatabase } from '../../../support/databases.ts'
import { motif } from '../../../support/motif.ts'
import { type Service, startService } from '../../../support/service.ts'
import { enriched, type Prospect } from '../enriched.ts'

const folder = mkdtempSync(join(tmpdir(), 'motif-people-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

forADatabase((database) => {
  let service: Service
  let environment: Record<string, string>
  beforeAll(async () => {
    environment = await database.create()
    service = await startService(environment)
  })
  afterAll(() => service?.stop())

  let files = 0
  const importFile = (content: string | Buffer) => {
    const file = join(folder, `people-${database.name}-${files++}.txt`)
    writeFileSync(file, content)
    return motif(['import-people', file, '--organization', 'acme'], environment)
  }
  const search = async (body: object, token?: string) => {
    const options = { body, ...(token && { token }) }
    const answer = await service.request<Prospect>('POST', '/v1/prospects/search', options)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }

  test('people of a CSV file are found by domain, role and titles, and become prospects', async () => {
    const ran = await importFile(
      '\uFEFFName,E-Mail,Company,Role,Industry,Domain,LinkedIn,shoe size\r\n' +
        'Grace Hopper,Grace@Navy-Yard.example,Navy Yard,"Vice President, Engineering",Defence,www.navy-yard.example,https://www.linkedin.com/in/grace,38\r\n' +
        'Bo Low,bo@navy-yard.example,Navy Yard,Engineer,,,,\r\n',
    )
    expect(ran).toEqual({ code: 0, stdout: '2 people imported into acme\n', stderr: '' })
    const found = await search({ domain: 'navy-yard.example', titles: ['CTO', 'VP Engineering'] })
    expect(found).toMatchObject({
      status: 'enriching',
      name: 'Grace Hopper',
      email: 'Grace@Navy-Yard.example',
      role: 'Vice President, Engineering',
    })
    expect(await enriched(service, found.id)).toMatchObject({
      company: 'Navy Yard',
      industry: 'Defence',
      domain: 'navy-yard.example',
      linkedin: 'https://www.linkedin.com/in/grace',
      profile: expect.stringContaining('Grace Hopper is Vice President, Engineering at Navy Yard.'),
      additional: { shoe_size: '38' },
    })
    expect(
      await search({ domain: 'navy-yard.example', role: { department: 'engineering', seniority: 'vp' } }),
    ).toMatchObject({ id: found.id })
    const created = await service.request<Prospect>('POST', '/v1/prospects', {
      body: { email: 'grace@navy-yard.EXAMPLE' },
    })
    expect(created.body.id).toBe(found.id)
  })

  test('another organization does not find them', async () => {
    await importFile('name,domain,role\nCara Secret,secret-dir.example,CEO\n')
    expect(await search({ domain: 'secret-dir.example' }, service.otherToken)).not.toHaveProperty('name')
    expect(await search({ domain: 'secret-dir.example' })).toMatchObject({ name: 'Cara Secret' })
  })

  test('somebody without an e-mail address becomes one prospect, whichever search finds them', async () => {
    await importFile('name,domain,role\nNo Mail,no-mail.example,CEO and Founder\n')
    const found = await Promise.all(
      ['CEO', 'Founder', 'Chief Executive Officer'].map((title) =>
        search({ domain: 'no-mail.example', titles: [title] }),
      ),
    )
    expect(new Set(found.map(({ id }) => id)).size).toBe(1)
  })

  test('own prospects come before the directory', async () => {
    await importFile('email,name,role\nlisted@own-first.example,Listed Chief,CTO\n')
    const body = { email: 'own.chief@own-first.example', additional: { role: 'CTO and Architect' } }
    const own = await service.request<Prospect>('POST', '/v1/prospects', { body })
    expect(await search({ domain: 'own-first.example', titles: ['CTO'] })).toMatchObject({ id: own.body.id })
  })

  test('NDJSON is understood too, additional included', async () => {
    const additional = { b: 1, '1': null }
    const ran = await importFile(
      `${JSON.stringify({ email: 'nd@json.example', name: 'Ann Dee', role: 'CFO', profile: 'She counts.', additional })}\n\n` +
        `{broken\n${JSON.stringify({ email: 'other@json.example', name: 'Ott Her', role: null })}\n`,
    )
    expect(ran).toEqual({
      code: 0,
      stdout: '2 people imported into acme; 1 line could not be read\n',
      stderr: 'line 3: is not a JSON object\n',
    })
    expect(await search({ domain: 'json.example', titles: ['Chief Financial Officer'] })).toMatchObject({
      name: 'Ann Dee',
      profile: 'She counts.',
      additional,
    })
  })

  test('importing again brings up to date, whatever the case of the address, and keeps what is left out', async () => {
    await importFile('email;name;role;company\nUp@To-Date.example;Old Name;CTO;Up Inc\n')
    await importFile('email;name;role\nup@to-date.EXAMPLE;New Name;CEO\n')
    expect(await search({ domain: 'to-date.example', titles: ['CTO'] })).not.toHaveProperty('name')
    expect(await search({ domain: 'to-date.example', titles: ['CEO'] })).toMatchObject({
      name: 'New Name',
      company: 'Up Inc',
    })
  })

  test('what cannot be read is named by its line, and nothing else is lost', async () => {
    const ran = await importFile(
      [
        'email,name,domain,role',
        'a@lines.example,"Line\nBreak",,CEO',
        'not an address,X,,',
        'b@lines.example,"never closed,,',
        'c@lines.example,Cee Three,,Janitor',
        'd@lines.example,too,many,columns,here',
        ',Name Only,,',
        '"f@lines.example","Eff ""Six""",,"CTO, acting"',
        ...Array(60).fill('nobody,,,'),
      ].join('\n'),
    )
    expect(ran.stdout).toBe('3 people imported into acme; 64 lines could not be read\n')
    const told = ran.stderr.split('\n')
    expect(told.slice(0, 4)).toEqual([
      'line 4: email: is not an e-mail address',
      'line 5: a quotation mark is not closed',
      expect.stringMatching(/^line 7: has 5 cells where the first line has 4/),
      'line 8: has no address: fill in email, or a name and a web site',
    ])
    expect(told.at(-2)).toBe('… and 14 lines more')
    expect(await search({ domain: 'lines.example', titles: ['CEO'] })).toMatchObject({ name: 'Line Break' })
    expect(await search({ domain: 'lines.example', titles: ['Janitor'] })).toMatchObject({
      name: 'Cee Three',
    })
  })

  test('10,000 lines are imported and found', async () => {
    const lines = Array.from(
      { length: 10_000 },
      (_, n) => `p${n}@big${n % 100}.example,Person ${n},${n % 7 ? 'Engineer' : `CTO of unit ${n}`}`,
    )
    const ran = await importFile(`email,name,role\n${lines.join('\n')}`)
    expect(ran).toEqual({ code: 0, stdout: '10,000 people imported into acme\n', stderr: '' })
    expect(await search({ domain: 'big99.example', titles: ['CTO unit 399'] })).toMatchObject({
      name: 'Person 399',
    })
  })

  test('one line says what is wrong, and nothing is imported, with a list that nobody understands', async () => {
    const ran = await importFile('given,family\nAda,Lovelace\n')
    const stderr = expect.stringMatching(/^No column of the list has addresses.*\n$/)
    expect(ran).toMatchObject({ code: 1, stdout: '', stderr })
  })

  test('a file that is not there, or no organization, is told', async () => {
    const missing = await motif(['import-people', 'missing.csv', '--organization', 'acme'], environment)
    expect(missing).toEqual({ code: 1, stdout: '', stderr: 'missing.csv: no such file\n' })
    const nobody = await motif(['import-people', 'people.csv'], environment)
    expect(nobody).toMatchObject({ code: 2, stderr: expect.stringMatching(/^missing: --organization/) })
  })
})
