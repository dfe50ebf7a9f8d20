import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
    expect(ran).toEqual({
      code: 0,
      stdout: '2 people imported into acme\n',
      stderr: 'not understood, left out: shoe size\n',
    })
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
    })
    expect(
      await search({ domain: 'navy-yard.example', role: { department: 'engineering', seniority: 'vp' } }),
    ).toMatchObject({ id: found.id })
    const created = await service.request<Prospect>('POST', '/v1/prospects', {
      body: { email: 'grace@navy-yard.EXAMPLE' },
    })
    expect(created.body.id).toBe(found.id)
  })

  test('columns are known by the names that lists have for them, unless one has the name of the field', async () => {
    const ran = await importFile(
      'Vollständiger Name;Firma;Company;E-Mail-Adresse;Mail;Position;Sprache\n' +
        'Änne Kurz;Kurz;Kurz AG;anne@kurz.example;other@kurz.example;CTO;de\n',
    )
    expect(ran).toEqual({
      code: 0,
      stdout: '1 person imported into acme\n',
      stderr: 'not understood, left out: Firma, Mail, Sprache\n',
    })
    expect(await search({ domain: 'kurz.example', titles: ['CTO'] })).toMatchObject({
      email: 'anne@kurz.example',
      name: 'Änne Kurz',
    })
  })

  test('a list is read as one that is invited: remarks above its header, names in two parts, titles that say nothing', async () => {
    const ran = await importFile(
      'Attendees of Monday\n\n' +
        'Nachname;Vorname;"Titel, Job\ntitle";Job title;Kontakt 1;Seite\n' +
        'Lovelace;Ada;Dr.;CTO;ada@engines.example;https://engines.example\n' +
        'Babbage;Charles;;CEO;charles@engines.example;https://engines.example\n',
    )
    expect(ran).toEqual({
      code: 0,
      stdout: '2 people imported into acme\n',
      stderr: 'not understood, left out: Titel, Job title\n',
    })
    expect(await search({ domain: 'engines.example', titles: ['CTO'] })).toMatchObject({
      email: 'ada@engines.example',
      name: 'Ada Lovelace',
    })
  })

  test('another organization does not find them', async () => {
    await importFile('name,domain,role\nCara Secret,secret-dir.example,CEO\n')
    expect(await search({ domain: 'secret-dir.example' }, service.otherToken)).not.toHaveProperty('name')
    expect(await search({ domain: 'secret-dir.example' })).toMatchObject({ name: 'Cara Secret' })
  })

  test('somebody without an e-mail address becomes one prospect, whichever search finds them', async () => {
    await importFile('name,domain,role\nNo Mail,no-mail.example,CEO and Founder\n')
    const found = await Promise.all(
      ['CEO', 'Founder', 'Chief Executive Officer', 'Co-Founder'].map((title) =>
        search({ domain: 'no-mail.example', titles: [title] }),
      ),
    )
    expect(new Set(found.map(({ id }) => id)).size).toBe(1)
  })

  test('colleagues without an address who have the page of their company at LinkedIn stay two', async () => {
    const page = 'https://www.linkedin.com/company/two-pages/'
    await importFile(
      `name,domain,role,linkedin\nOne Page,two-pages.example,CEO,${page}\nTwo Page,two-pages.example,CFO,${page}\n`,
    )
    expect(await search({ domain: 'two-pages.example', titles: ['CEO'] })).toMatchObject({ name: 'One Page' })
    expect(await search({ domain: 'two-pages.example', titles: ['CFO'] })).toMatchObject({ name: 'Two Page' })
  })

  test('own prospects come before the directory', async () => {
    await importFile('email,name,role\nlisted@own-first.example,Listed Chief,CTO\n')
    const body = { email: 'own.chief@own-first.example', additional: { role: 'CTO and Architect' } }
    const own = await service.request<Prospect>('POST', '/v1/prospects', { body })
    expect(await search({ domain: 'own-first.example', titles: ['CTO'] })).toMatchObject({ id: own.body.id })
  })

  test('NDJSON is understood too, additional included', async () => {
    const ran = await importFile(
      `${JSON.stringify({ email: 'nd@json.example', name: 'Ann Dee', role: 'CFO', additional: { b: 1, '1': null } })}\n\n` +
        `${JSON.stringify({ email: 'other@json.example', name: 'Ott Her', role: null })}\n`,
    )
    expect(ran).toMatchObject({ code: 0, stdout: '2 people imported into acme\n' })
    expect(await search({ domain: 'json.example', titles: ['Chief Financial Officer'] })).toMatchObject({
      name: 'Ann Dee',
      additional: { b: 1, '1': null },
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
        ',,nobody.example,CEO',
        ',Name Only,,',
        'e@lines.example,Eve Five,co.uk,',
        '"f@lines.example","Eff ""Six""",,"CTO, acting"',
        '',
      ].join('\n'),
    )
    expect(ran.code).toBe(0)
    expect(ran.stdout).toBe('3 people imported into acme; 6 lines could not be read\n')
    expect(ran.stderr.split('\n')).toEqual([
      expect.stringMatching(/^line 4: email: must be an e-mail address/),
      'line 5: a quotation mark is not closed',
      'line 7: 5 columns where the first line has 4',
      'line 8: email, linkedin and name are missing',
      'line 9: domain or email is missing',
      expect.stringMatching(/^line 10: domain: /),
      '',
    ])
    expect(await search({ domain: 'lines.example', titles: ['CEO'] })).toMatchObject({ name: 'Line Break' })
    expect(await search({ domain: 'lines.example', titles: ['Janitor'] })).toMatchObject({
      name: 'Cee Three',
    })
  })

  test('bad lines of NDJSON and bytes that are not UTF-8 are named', async () => {
    const ran = await importFile(
      Buffer.concat([
        Buffer.from('{"email":"g@nd.example"}\n{broken\n[1]\n{"email":5}\n{"email":"h@nd.example","name":"'),
        Buffer.from([0xe9]),
        Buffer.from('"}\n{"email":"i@nd.example","additional":[]}'),
      ]),
    )
    expect(ran.stdout).toBe('1 person imported into acme; 5 lines could not be read\n')
    expect(ran.stderr).toBe(
      'line 2: not a JSON object\nline 3: not a JSON object\nline 4: email: must be a text\n' +
        'line 5: not UTF-8\nline 6: additional: must be a JSON object\n',
    )
  })

  test('of many bad lines the first are named and the others counted', async () => {
    const ran = await importFile(`email\n${'nobody\n'.repeat(120)}a@many.example\n`)
    expect(ran.stdout).toBe('1 person imported into acme; 120 lines could not be read\n')
    expect(ran.stderr).toMatch(/^line 51: .*\n… and 70 lines more\n$/m)
  })

  test('10,000 lines are imported and found', async () => {
    const lines = Array.from(
      { length: 10_000 },
      (_, n) => `p${n}@big${n % 100}.example,Person ${n},${n % 7 ? 'Engineer' : `CTO of unit ${n}`}`,
    )
    const ran = await importFile(`email,name,role\n${lines.join('\n')}`)
    expect(ran).toEqual({ code: 0, stdout: '10,000 people imported into acme\n', stderr: '' })
    expect(await search({ domain: 'big98.example', titles: ['cto unit 9998'] })).not.toHaveProperty('name')
    expect(await search({ domain: 'big99.example', titles: ['CTO unit 399'] })).toMatchObject({
      name: 'Person 399',
    })
  })

  describe('one line says what is wrong, and nothing is imported, with', () => {
    test.each([
      [
        'a header that names nothing',
        'given,family\nAda,Lovelace\n',
        /^the first line must name the columns.*understood are email, name, company/,
      ],
      [
        'a person where the header should be',
        'ada@first.example,Ada\nbob@first.example,Bob\n',
        /^the first line must name the columns/,
      ],
      ['a column named twice', 'email,name,Email\n', /^the first line names email twice/],
      ['an empty file', '', /^the file is empty/],
      ['a JSON array', '[{"email":"a@b.example"}]', /^the file is one JSON array/],
    ])('%s', async (_what, content, message) => {
      const ran = await importFile(content)
      expect(ran).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(message) })
      expect(ran.stderr.split('\n')).toHaveLength(2)
    })

    test('a file that is not there', async () => {
      const ran = await motif(['import-people', 'missing.csv', '--organization', 'acme'], environment)
      expect(ran).toEqual({ code: 1, stdout: '', stderr: 'missing.csv: no such file\n' })
    })

    test('no organization', async () => {
      const ran = await motif(['import-people', 'people.csv'], environment)
      expect(ran).toMatchObject({ code: 2, stderr: expect.stringMatching(/^missing: --organization/) })
    })
  })
})
