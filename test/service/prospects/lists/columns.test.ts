import { describe, expect, test } from 'vitest'
import type { ListReading } from '../../../../service/campaigns/campaign.ts'
import { readBeginning } from '../../../../service/campaigns/import/read-beginning.ts'

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
        problem: 'E-Mail: is not an e-mail address',
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
})

test('of the beginning of a list, cut within a letter and a line, all but the last line is read', async () => {
  const bytes = Buffer.from('E-Mail;Ort\na@b.example;Köln\nc@d.example;Kö')
  const reading = await readBeginning(chunksOf(bytes.subarray(0, -1)), { part: 'true' })
  expect(reading).toMatchObject({ encoding: 'utf-8', separator: ';', lines: 1, unusable: 0 })
  expect(reading.rows).toEqual([{ line: 2, cells: ['a@b.example', 'Köln'] }])
})
