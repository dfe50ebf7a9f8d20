import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { guardCell, toCsvRow, unguardCell } from '../../../../service/base/words/csv-cell.ts'
import { meantLanguageOf } from '../../../../service/prospects/lists/cells.ts'
import { understand } from './understand.ts'

const shared = 'firstName lastName'

/** What is read of a file: its columns (`-` for one that is kept as it is), and of each line what it says or is refused for. */
const files: [file: string, columns: string, ...lines: string[]][] = [
  [
    'hubspot.csv',
    `- ${shared} email - - - domain language role`,
    '2 jane@acme.example | Jane Doe | CTO | en-US',
  ],
  ['salesforce.csv', `- ${shared} role company email -`, '2 jane@acme.example | Jane Doe | Acme | VP Sales'],
  [
    'german-crm.csv',
    `- - ${shared} email - company role domain industry language -`,
    '2 ute@werk.example | Ute Öz | Werk GmbH | Leiterin Einkauf | de',
  ],
  [
    'semicolons.csv',
    `email ${shared} company`,
    '2 jane@acme.example | Jane Doe | Acme, Inc.',
    '3 bo@navy.example | Bo',
  ],
  ['windows-1252.csv', 'email name company -', '2 juergen@acme.example | Jürgen Groß | Müller „& Söhne“'],
  ['utf-16le.csv', 'email name -', '2 jürgen@acme.example | Jürgen Groß'],
  ['utf-16be.csv', 'email name -', '2 j@acme.example | Łukasz Żak'],
  ['sep-line.csv', 'email -', '3 jane@acme.example'],
  ['quotes.csv', 'email name -', '2 jane@acme.example | Doe, "Jane"', '3 bo@navy.example | Bo Low'],
  [
    'breaks-in-cells.csv',
    'email name -',
    '2 jane@acme.example | Jane Doe',
    '4 bo@navy.example | Bo Low',
    '7 email: is not an e-mail address',
  ],
  [
    'three-broken.csv',
    'email name company',
    ...Array.from({ length: 8 }, (_, at) => `${at + 2} p${at + 1}@three.example | Person ${at + 1} | Three`),
    '10 email: is not an e-mail address',
    '11 a quotation mark is not closed',
    '12 has no address: fill in email, or a name and a web site',
    '13 p10@three.example | Person 10 | Three',
  ],
  [
    'around-addresses.csv',
    'email name',
    '2 jane@acme.example | Jane Doe',
    '3 bo@navy.example | Bo Li',
    '4 kim@acme.example | Kim',
    '5 ann@acme.example | Ann',
    '6 lee@acme.example | Lee Oh',
    '7 Email: has several addresses',
    '8 Email: is not an e-mail address',
  ],
  [
    'name-and-website.csv',
    'name domain -',
    '2 acme.example | Jane Doe',
    '3 navy.example | Bo Low',
    '4 has no address: fill in E-mail, or a name and a web site',
    '5 Website: is not a web site, such as example.com',
    '6 has no address: fill in E-mail, or a name and a web site',
  ],
  [
    'objects.ndjson',
    `email ${shared} - - company -`,
    '1 jane@acme.example | Jane Doe',
    '3 bo@navy.example | Navy',
    '4 is not a JSON object',
    '5 email: is not an e-mail address',
    '6 is not a JSON object',
  ],
  ['went-out-before.csv', 'email name -', '2 jane@acme.example | =1+1', '3 email: is not an e-mail address'],
  [
    'windows-1250.csv',
    `${shared} company role email`,
    '2 lucja@zubr.example | Łucja Zielińska | Żubr Łódź | Kierownik',
    '3 pawel@wisnia.example | Paweł Gąsior | Wiśnia | Prezes',
  ],
  [
    'windows-1251.csv',
    `${shared} company role email`,
    '2 anna@severwind.example | Анна Соколова | Северный ветер | Директор',
    '3 petr@ladoga.example | Пётр Орлов | Ладога Софт | Инженер',
  ],
  [
    'datev.csv',
    '- company - lastName firstName name - - - - - - - - - - - - - - - email domain',
    '3 einkauf@kuestenwerk.example | Küstenwerk GmbH',
    '4 joerg@broemme.example | Jörg Brömme',
  ],
  [
    'web-page.xls',
    `${shared} email company`,
    '2 mara@lindtwerk.example | Mara Lindt | Lindtwerk',
    '3 otto@bernag.example | Otto Bern | Bern AG',
  ],
  [
    'null-words.csv',
    `- ${shared} email company role`,
    '2 mara@lindtwerk.example | Mara Lindt | Lindtwerk',
    '3 otto@bernag.example',
    '4 eva@hafen.example',
  ],
  [
    'entities.csv',
    'email name company',
    "2 ben@icecream.example | Ben Cone | Ben & Jerry's",
    '3 maria@cafe.example | María Peña | Café Sol',
  ],
  [
    'wrong-column.csv',
    'name email company',
    '2 E-Mail: is not an e-mail address; there is one under Name: one of the two is in the wrong column',
    '3 E-Mail: is empty; there is one under Name: one of the two is in the wrong column',
  ],
]

test.each(files)('%s: what comes out is what it says', async (file, columns, ...lines) => {
  const read = await understand(readFileSync(`test/fixtures/lists/${file}`))
  expect(read.columns).toBe(columns)
  expect(read.lines).toEqual(lines)
})

test.each([
  ['old line ends', 'email,name\rjane@acme.example,Jane\r', ['2 jane@acme.example | Jane']],
  ['blank lines', '\n\nemail,name\n\na@b.example,A\n\n', ['5 a@b.example | A']],
  ['a title with a break', '"E-\nMail",Name\na@b.example,A\n', ['3 a@b.example | A']],
  ['a remark above', 'Guests of Monday\n\nemail,name\na@b.example,A\n', ['4 a@b.example | A']],
  ['cells that are missing', 'email,name,company\na@b.example\n', ['2 a@b.example']],
  ['a table by tabs', 'email\tname\na@b.example\tA, B\n', ['2 a@b.example | A, B']],
  [
    'an address beside the name',
    'Name,Firma\nJane Doe <jane@acme.example>,Acme\n',
    ['2 jane@acme.example | Jane Doe | Acme'],
  ],
  [
    'cells that are too many',
    'email,name\na@b.example,B, Inc\n',
    ['2 has 3 cells where the first line has 2: put the cell that has a comma in it between quotation marks'],
  ],
  [
    'another separator below',
    'email;name\na@b.example,A\n',
    ['2 is not separated by a semicolon, as the first line is'],
  ],
  [
    'a quotation mark that is never closed, and one far below',
    'email,name\na@b.example,"A\nc@d.example,C\ne@f.example,"E\n',
    ['2 a quotation mark is not closed', '3 c@d.example | C', '4 a quotation mark is not closed'],
  ],
  [
    'a letter that was cut',
    Buffer.from('email,name\na@b.example,Jürgen\nc@d.example,J\xdc', 'latin1'),
    ['2 a@b.example | Jürgen', '3 c@d.example | JÜ'],
  ],
  [
    'Jennifer Null in it, whose name stands once',
    'Email,First Name,Last Name\na@b.example,JENNIFER,NULL\nc@d.example,(null),REED\n',
    ['2 a@b.example | JENNIFER NULL', '3 c@d.example | REED'],
  ],
  [
    'a table in a table of a web page, a cell over two rows, and links',
    '<!DOCTYPE html><table><tr><td><table><tr><th>E-Mail<th>Firma<tr><td><a href="x">a@b.example</a><td rowspan=2>R&amp;D &lt;1&gt;<tr><td>c@d.example</table></table>',
    ['2 a@b.example | R&D <1>', '3 c@d.example | R&D <1>'],
  ],
])('a list with %s', async (_what, list, lines) => {
  expect((await understand(list)).lines).toEqual(lines)
})

test.each([
  ['', /^The list is empty: its first line must name the columns/],
  ['email,name\n', /^The list has a first line and nobody below it/],
  ['a@b.example,A\nc@d.example,C\n', /^The list has no header: its first line has an e-mail address in it/],
  ['[{"email":"a@b.example"}]', /^The list is one JSON array: send NDJSON/],
  ['<html><p>Sign in</p></html>', /^The list is a web page without a table: save it as a workbook/],
  ['<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>', /^The list is XML, as Excel 2003 wrote/],
  ['email|name\na@b.example|A\n', /not separated by a comma, a semicolon or a tab/],
  ['"email,name\na@b.example,A\n', /^The first line of the list has a quotation mark that is not closed/],
  [`email,${Array.from({ length: 1001 }, (_, at) => `c${at}`)}\na@b.example\n`, /^The list has 1002 columns/],
  [
    'Kontaktpunkt,Firma\nnobody,Acme\n',
    /^No column of the list has addresses. Understood: "Firma" as company/,
  ],
])('a list that cannot be used says why: %.30j', async (list, message) => {
  expect((await understand(list)).refused).toMatch(message)
})

test('a long line is its own problem, of which the beginning is kept', async () => {
  const { lines, problems } = await understand(`email,note\nnobody,${'x'.repeat(40_000)}\na@b.example,y\n`)
  expect(lines).toEqual(['2 email: is not an e-mail address', '3 a@b.example'])
  expect(problems?.[0]?.text).toHaveLength(1000)
})

describe('a list that is too large is refused before anything of it is kept', () => {
  test.each([
    ['by its bytes', { bytes: 20, lines: 100 }, 'email\na@b.example\nc@d.example\n', /at most .* MiB/],
    [
      'by its lines, the header not counted',
      { bytes: 1000, lines: 2 },
      'email\n1\n2\n3\n',
      /at most 2 lines/,
    ],
  ])('%s', async (_how, limits, list, message) => {
    expect((await understand(list, limits)).refused).toMatch(message)
  })
})

/** Cut where no letter ends. */
function* piecesOf(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7)
}

test('a list is read alike whatever pieces it comes in', async () => {
  for (const encoding of ['utf-8', 'utf16le'] as const) {
    const bytes = Buffer.from('\uFEFFE-mail,Name\njürgen@acme.example,Jürgen 🎁\n', encoding)
    const read = await understand(Readable.from(piecesOf(bytes)))
    expect(read.lines).toEqual(['2 jürgen@acme.example | Jürgen 🎁'])
  }
})

describe('a cell of a file that goes out', () => {
  test.each(['=1+1', ' =1', '\n=2+5', '＝1+1', '+49 1|A', '-5+A1', '@SUM(A1)', '\t=1', "'=1"])(
    '%j does not run, and comes back as it went',
    (cell) => {
      expect(guardCell(cell)).toBe(`'${cell}`)
      expect(unguardCell(guardCell(cell))).toBe(cell)
    },
  )

  test.each(['Jane', "O'Neil", "'quoted'", ' 1', '', '5-4', '+49 (0)30 10-00', '-5', '-1,234.50', '-2e-7'])(
    '%j stays as it is',
    (cell) => {
      expect(guardCell(cell)).toBe(cell)
      expect(unguardCell(cell)).toBe(cell)
    },
  )

  test('stands between quotation marks where it must', () => {
    expect(toCsvRow(['a', 'b,c', 'd"e', 'f\ng', '=i,j'])).toBe('a,"b,c","d""e","f\ng","\'=i,j"\r\n')
  })
})

test.each([
  ['DE_at', 'de-AT'],
  ['German', 'de'],
  ['Französisch', 'fr'],
  ['Klingonisch', undefined],
  ['', undefined],
])('the language %j of a list means %j', (text, language) => {
  expect(meantLanguageOf(text)).toBe(language)
})
