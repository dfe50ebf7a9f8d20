import { describe, expect, test } from 'vitest'
import type { ListReading } from '../../../service/campaigns/listed-columns.ts'
import { readBeginning } from '../../../service/campaigns/read-beginning.ts'
import type { PageRecord } from '../../../wire/record.ts'
import { createProspect, expectError, freshEmail, type Prospect, withApi } from '../http/support.ts'
import { createCampaign, fileOf, patternOf, peopleOf, sendList, untilCompleted } from './support.ts'

async function* chunksOf(bytes: Uint8Array | string) {
  yield Buffer.from(bytes)
}

const read = (list: string | Uint8Array, columns?: object) =>
  readBeginning(chunksOf(list), columns ? { columns: JSON.stringify(columns) } : {})

/** The meanings of the columns, in their order; `?` for one that is not known, with a `*` for one that is known by its contents. */
const meaningsOf = ({ columns }: ListReading) =>
  columns.map(({ meaning, by }) => `${meaning ?? '?'}${by === 'contents' ? '*' : ''}`).join(' ')

describe('columns whose titles say nothing are known by what is in them', () => {
  test.each([
    [
      'addresses, names, sites, languages and companies',
      'Post;Wer;Netz;Zunge;Haus;Notiz\njane.doe@acme.example;Jane Doe;acme.example;de;Acme GmbH;Messe\nbo@navy.example;Bo Low;https://www.navy.example/;Deutsch;Navy Yard;-\n',
      'email* name* domain* language* company* ?',
    ],
    [
      'first and last names',
      'A,B,C\njane.doe@a.example,Jane,Doe\nbo.low@b.example,Bo,Low\n',
      'email* firstName* lastName*',
    ],
    [
      'names and sites alone',
      'Wer,Netz\nJane Doe,acme.example\nBo Müller-Lüd,navy.example\n',
      'name* domain*',
    ],
    ['addresses with names in them', 'A\nJane Doe <jane@acme.example>\nmailto:bo@b.example\n', 'email*'],
    [
      'what NDJSON calls its keys',
      '{"post":"jane@acme.example"}\n{"post":"bo@b.example","n":3}\n',
      'email* ?',
    ],
    ['a LinkedIn page', 'email,Netz\na@b.example,https://www.linkedin.com/in/a/\n', 'email linkedin*'],
    ['an address that leaves some lines blank', 'A,B\n,1\njane@acme.example,2\nbo@b.example,3\n', 'email* ?'],
  ])('%s', async (_what, list, meanings) => {
    const reading = await read(list)
    expect(meaningsOf(reading)).toBe(meanings)
    expect(reading.problem).toBeUndefined()
  })

  test.each([
    ['the header says which', 'E-Mail,Kontakt\nJane Doe,jane@acme.example\n', 'email name'],
    ['its title says more than its parts', 'Email (Owner),Post\ntom@us.example,jane@a.example\n', '? email*'],
    ['a country is no language', 'email,Wo\na@b.example,DE\nc@d.example,FR\n', 'email ?'],
    ['a department is no language', 'email,Wo\na@b.example,it\nc@d.example,hr\n', 'email ?'],
    [
      'a page of our own is not their site',
      `email,Page\n${lines(5, (n) => `a@b${n}.example,https://go.us.example/${n}`)}`,
      'email ?',
    ],
    ['half a name is no name', 'email,Wer\njdoe@acme.example,Doe\nblow@b.example,Low\n', 'email ?'],
    [
      'addresses of colleagues are not theirs',
      `Post,Betreut\n${lines(6, (n) => `p${n}@b.example,tom@us.example`)}`,
      'email* ?',
    ],
    [
      'an address here and there is a remark',
      `email,Note\n${lines(6, (n) => `p${n}@b.example,${n ? 'none' : 'x@y.example'}`)}`,
      'email ?',
    ],
  ])('but not if %s', async (_why, list, meanings) => {
    expect(meaningsOf(await read(list))).toBe(meanings)
  })

  test('the header’s words win where something is below them, and give way where nothing is', async () => {
    const header = 'Email,Email Adress (work),Company / Account,Industry (HS)'
    const empty = await read(`${header}\n,jane@acme.example,Acme,Tech\n,bo@b.example,,Tech\n`)
    expect(meaningsOf(empty)).toBe('? email company industry')
    expect(empty).toMatchObject({ people: 2, withoutCompany: 1, repeated: 0, unusable: 0 })
    expect(meaningsOf(await read(`${header}\njane@a.example,jane@acme.example,,\n`))).toBe(
      'email ? company industry',
    )
    expect(meaningsOf(await read('Contact,Firma\njane@acme.example,Acme\n'))).toBe('email* company')
  })

  test('in UTF-16, and beyond the lines that are looked at', async () => {
    const list = `Post\tWer\n${lines(300, (n) => `p${n}.low@b.example\tP${n} Low`)}\nnobody\tX\n`
    const reading = await read(Buffer.from(`\uFEFF${list}`, 'utf16le'))
    expect(meaningsOf(reading)).toBe('email* ?')
    expect(reading).toMatchObject({ encoding: 'utf-16le', lines: 301, people: 300, unusable: 1 })
  })

  test('a first line that is a person is not taken for a header, even if it has a word of one', async () => {
    const list = 'jane@acme.example,Jane Doe,Contact\nbo@b.example,Bo Low,Contact\n'
    expect((await read(list)).problem).toMatch(
      /^The list has no header: its first line has an e-mail address/,
    )
  })

  test('nor is one that has a site and no address, so that nobody’s name becomes the title of a column', async () => {
    const people = 'Jane Doe,acme.example\nBo Low,https://www.navy.example/\n'
    expect((await read(people)).problem).toMatch(
      /^The list has no header: its first line has a web site in it/,
    )
    expect(await read(`Name,acme.example\n${people}`)).toMatchObject({ people: 2, unusable: 0 })
    expect((await read(`Who,Crm.example\n${people}`, { 'Crm.example': 'domain' })).problem).toBeUndefined()
  })

  test('of two columns with addresses neither is taken: it is asked which', async () => {
    const list = 'A,B\njane@acme.example,jane@home.example\nbo@b.example,bo@home.example\n'
    expect((await read(list)).problem).toMatch(/^More than one column has addresses: "A", "B". Say which/)
    expect(await read(list, { B: 'email' })).toMatchObject({ people: 2, unusable: 0 })
    expect(meaningsOf(await read('A,Mailing\na@b.example,c@d.example\n'))).toBe('? email*')
  })
})

function lines(count: number, line: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => line(n)).join('\n')
}

describe('before a list is sent, one line says what will be', () => {
  test('people, lines that are merged, people without a company, lines to correct; each reason once', async () => {
    const list = `E-Mail,Firma\na@b.example,\nA@B.example,Acme\nc@d.example,\n${lines(199, (n) => `nobody ${n},x`)}\n,y\n`
    const { people, repeated, withoutCompany, unusable, problems } = await read(list)
    expect({ people, repeated, withoutCompany, unusable }).toEqual({
      people: 2,
      repeated: 1,
      withoutCompany: 1,
      unusable: 200,
    })
    expect(problems).toMatchObject([
      {
        problem: 'E-Mail: is no e-mail address',
        lines: 199,
        examples: [{ line: 5, text: 'nobody 0,x' }, {}, {}],
      },
      { problem: 'no address', lines: 1, remedy: expect.stringMatching(/^Fill in E-Mail, or a name/) },
    ])
  })

  test('what would mend them is said, and if a column has to be taken for another, by its correction', async () => {
    const list = `E-Mail,Sent to\n${lines(9, (n) => (n ? `,p${n}@acme.example` : 'p0@acme.example,'))}\n`
    const [reason] = (await read(list)).problems
    expect(reason).toMatchObject({
      problem: 'E-Mail is empty, but Sent to has an address',
      lines: 8,
      remedy: 'Take Sent to for the e-mail address.',
      columns: { 'Sent to': 'email' },
    })
    expect(await read(list, reason?.columns)).toMatchObject({ people: 8, unusable: 1 })
  })

  test('lines with too many cells are one reason, whatever their number, and say nothing of the columns', async () => {
    const list = 'Post,Email,Wer\na@b.example,,x,y\nc@d.example,,x,y,z\ne.low@f.example,,E Low\n'
    const { columns, problems } = await read(list)
    expect(columns.map(({ meaning }) => meaning)).toEqual(['email', undefined, 'name'])
    expect(problems).toMatchObject([{ problem: 'more cells than the first line', lines: 2 }])
  })
})

withApi((api) => {
  const send = (id: string, list: string, columns?: object) => {
    const query = columns ? `?columns=${encodeURIComponent(JSON.stringify(columns))}` : ''
    return api().request<Record<string, number>>('POST', `/v1/campaigns/${id}/people${query}`, {
      body: list,
      headers: { 'content-type': 'text/csv' },
    })
  }
  const begins = async (id: string, file = 'links.csv') => {
    const headers = { authorization: `Bearer ${api().token}` }
    const answer = await fetch(`${api().url}/v1/campaigns/${id}/${file}`, { headers })
    // `text()` would leave the byte order mark out.
    return Buffer.from(await answer.arrayBuffer())
      .toString()
      .slice(0, 7)
  }
  const look = async (list: string, query = '', token = api().token) => {
    const options = { body: list, headers: { 'content-type': 'text/csv' }, token }
    return (await api().request<ListReading>('POST', `/v1/lists/read${query}`, options)).body
  }

  test('what is said of columns is remembered by the organization for the same header, and what is said now wins', async () => {
    const title = freshEmail().split('@')[0] ?? ''
    const header = `${title},Private,Note`
    const line = () => `${freshEmail()},${freshEmail()},secret`
    const { id } = await createCampaign(api())
    const first = `${header}\n${line()}\n`
    expect(await look(first)).toMatchObject({ problem: expect.stringMatching(/^More than one column/) })
    expectError(await send(id, first), 40001)
    expect((await send(id, first, { [title]: 'email', Note: 'ignore' })).body).toMatchObject({ people: 1 })
    const other = await createCampaign(api())
    expect((await send(other.id, `Note,Private,${title}\n,,${freshEmail()}\n`)).body).toMatchObject({
      people: 1,
    })
    const second = await look(`${header}\n${line()}\n`)
    expect(second.columns).toMatchObject([
      { meaning: 'email', by: 'memory' },
      { title: 'Private' },
      { meaning: 'ignore', by: 'memory' },
    ])
    expect(second.columns[1]).not.toHaveProperty('by')
    const said = await look(`${header}\n${line()}\n`, '?columns=%7B%22Private%22%3A%22email%22%7D')
    expect(said.columns).toMatchObject([{ title }, { meaning: 'email' }, { meaning: 'ignore' }])
    expect(said.columns[0]).not.toHaveProperty('meaning')
    expect((await look(`${header}\n${line()}\n`, '', api().otherToken)).problem).toMatch(/^More than one/)
    expect((await look(`${header},More\n${line()},\n`)).problem).toMatch(/^More than one/)
  })

  test('a list that comes again with a column corrected says what the column means of those who are invited already', async () => {
    const { id } = await createCampaign(api())
    const list = `E-Mail,Haus\n${lines(150, () => `${freshEmail()},Navy Yard`)}\n${freshEmail()},\n`
    expect((await send(id, list)).body).toMatchObject({ people: 151, new: 151 })
    expect((await send(id, list, { Haus: 'company' })).body).toMatchObject({ changed: 150, same: 1 })
    await untilCompleted(api(), id)
    const companies = async () => (await peopleOf(api(), id, '?limit=200')).map(({ company }) => company)
    await expect.poll(async () => (await companies()).filter((each) => each === 'Navy Yard').length).toBe(150)
    expect((await send(id, list)).body).toMatchObject({ changed: 0, same: 151 })
  })

  test('a later list, or a corrected column, that says another language has the page made in it', async () => {
    const [ada, bo] = [freshEmail(), freshEmail()]
    const { id } = await createCampaign(api())
    const list = `E-Mail,Team\n${ada},de\n${bo},en\n${lines(8, () => `${freshEmail()},north`)}\n`
    await send(id, list)
    await untilCompleted(api(), id)
    const languages = async () =>
      Promise.all(
        (await peopleOf(api(), id, '?limit=2')).map(async ({ link }) => {
          const page = (await (await fetch(`${api().url}/p/${patternOf(link)}`)).json()) as PageRecord
          return [page.language, page.content[0]?.payload.includes('das ist')]
        }),
      )
    const english = ['en', false]
    const german = ['de', true]
    expect(await languages()).toEqual([english, english])
    expect((await send(id, list, { Team: 'language' })).body).toMatchObject({ changed: 10 })
    await expect.poll(languages).toEqual([german, english])
    // One that the template does not offer says nothing, as of somebody new.
    await send(id, `E-Mail,Sprache\n${ada},fr\n${bo},German\n`)
    await expect.poll(languages).toEqual([german, german])
  })

  test('Excel is told of letters beyond ASCII, also beside a column that is left out, in a mended line and in NDJSON', async () => {
    const begins = async (id: string) => {
      const headers = { authorization: `Bearer ${api().token}` }
      const answer = await fetch(`${api().url}/v1/campaigns/${id}/links.csv`, { headers })
      // `text()` would leave the byte order mark out.
      return Buffer.from(await answer.arrayBuffer())
        .toString()
        .slice(0, 7)
    }
    const one = await createCampaign(api())
    await send(one.id, `E-Mail,Name,Note\n${freshEmail()},Jürgen Lüd,x\n`, { Note: 'ignore' })
    const mended = await createCampaign(api())
    await send(mended.id, 'E-Mail,Name\nnobody,J\n')
    expect(await begins(mended.id)).toBe('E-Mail,')
    const body = { email: freshEmail(), name: 'Jürgen Lüd' }
    await api().request('PATCH', `/v1/campaigns/${mended.id}/people/2`, { body })
    const escaped = await createCampaign(api())
    await sendList(api(), escaped.id, `{"E-Mail":"${freshEmail()}","name":"J\\u00fcrgen"}\n`)
    for (const { id } of [one, mended, escaped]) expect(await begins(id)).toBe('\uFEFFE-Mail')
  })

  test('Excel is told of letters beyond ASCII in the results also if no list has any', async () => {
    const { email } = await createProspect(api(), { additional: { company: 'Müller & Lüd' } })
    const { id } = await createCampaign(api())
    await send(id, `E-Mail\n${email}\n`)
    await untilCompleted(api(), id)
    expect(await begins(id, 'results.csv')).toBe('\uFEFFname,e')
    expect(await begins(id)).toBe('E-Mail,')
  })

  test('of a column that is left out nothing is kept: of no person, in no file, in no line that cannot be used', async () => {
    const email = freshEmail()
    const { id } = await createCampaign(api())
    const list = `E-Mail,Health,City\n${email},hush1,Ulm\nnobody,"hush2, too",Bonn\n`
    expect((await send(id, list, { Health: 'ignore' })).body).toMatchObject({ people: 1, problems: 1 })
    await untilCompleted(api(), id)
    const people = await peopleOf(api(), id)
    expect(people).toMatchObject([{ email }, { text: 'nobody,Bonn', said: { email: 'nobody' } }])
    const prospect = await api().request<Prospect[]>('GET', `/v1/prospects/${people[0]?.prospect}`)
    expect(prospect.body[0]?.additional).toEqual({ city: 'Ulm' })
    const files = (['links.csv', 'problems.csv'] as const).map((file) => fileOf(api(), id, file))
    expect(String(await Promise.all(files))).not.toMatch(/hush|Health/)
    const again = await sendList(api(), id, await fileOf(api(), id, 'links.csv'))
    expect(again.body).toMatchObject({ people: 1, problems: 1, same: 1 })
    const json = `{"email":"nobody","health":"hush3"}\n`
    const headers = { 'content-type': 'application/x-ndjson' }
    const path = `/v1/campaigns/${id}/people?columns=${encodeURIComponent('{"health":"ignore"}')}`
    expect((await api().request('POST', path, { body: json, headers })).status).toBe(202)
    expect(await fileOf(api(), id, 'links.csv')).not.toContain('hush')
  })

  test('two columns that are said to be the same are refused, by their titles', async () => {
    const { id } = await createCampaign(api())
    const refused = await send(id, 'A,B\na@b.example,c@d.example\n', { A: 'email', B: 'email' })
    expect(expectError(refused, 40001)).toBe('columns: both "A" and "B" are said to be email: say it of one.')
    expect((await send(id, 'A,B,C\na@b.example,1,2\n', { B: 'ignore', C: 'ignore' })).status).toBe(202)
  })
})
