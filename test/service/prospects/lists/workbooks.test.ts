import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readBeginning } from '../../../../service/campaigns/import/read-beginning.ts'
import { createCampaign, fileOf, peopleOf } from '../../campaigns/support.ts'
import { expectError, freshEmail, withApi } from '../../http/support.ts'
import { understand } from './understand.ts'
import { handMade, inlineRow, type Rows, written, zip } from './workbooks.ts'

async function* whole(bytes: Uint8Array) {
  yield bytes
}

const rows: Rows = [
  ['E-Mail', 'Vorname', 'Nachname', 'Firma', 'Kundennummer', 'Seit', 'Aktiv'],
  [
    'jane@acme.example',
    'Jane',
    'Doe',
    'Müller & Söhne "Nord"; GmbH',
    4821100000012345,
    new Date('2026-03-10'),
    true,
  ],
  [null, null, null, null, null, null, null],
  ['bo@navy.example', 'Bo', 'Low', 'Line\nbreak', 0.1 + 0.2, null, false],
  ['nobody', null, 'X', null, -5, null, null],
]

test('a workbook is a list like any other: people, what is kept of them, and unusable lines by the numbers of their rows', async () => {
  const read = await understand(written(rows))
  expect(read.columns).toBe('email firstName lastName company - - -')
  expect(read.lines).toEqual([
    '2 jane@acme.example | Jane Doe | Müller & Söhne "Nord"; GmbH',
    '4 bo@navy.example | Bo Low | Line break',
    '5 E-Mail: is not an e-mail address',
  ])
  expect(read.additional).toEqual([
    { kundennummer: '4821100000012345', seit: '2026-03-10', aktiv: 'TRUE' },
    { kundennummer: '0.3', aktiv: 'FALSE' },
  ])
  const sheet = await readBeginning(whole(written(rows)), { part: 'true' })
  expect(sheet).toMatchObject({ format: 'xlsx', sheet: 'People', lines: 3, people: 2, unusable: 1 })
})

test('a merged cell counts for each of its rows', async () => {
  const { lines } = await understand(readFileSync('test/fixtures/lists/merged-cells.xlsx'))
  expect(lines).toEqual([
    '7 otto@bernco.example | Otto Bern | Bern & Co. AG | CTO',
    '8 eva@bernco.example | Eva Stern | Bern & Co. AG | CFO',
    '9 ida.lang@gmail.com | Ida Lang | Bern & Co. AG | COO',
    '10 mara@lindtwerk.example | Mara Lindt | Lindtwerk | Head of IT',
  ])
})

test('the address behind a link counts as the cell’s', async () => {
  const to = (v: string, Target: string) => ({ t: 's', v, l: { Target } })
  const linked = (cells: unknown[][]) => understand(written(cells as unknown as Rows))
  const read = await linked([
    ['E-Mail', 'Name', 'Website', 'Company'],
    [
      to('Write', 'mailto:jane@acme.example?subject=Hi'),
      'Jane Doe',
      to('Site', 'https://acme.example/'),
      to('Acme', 'https://crm.example/7'),
    ],
  ])
  expect(read.lines).toEqual(['2 jane@acme.example | Jane Doe | Acme'])
  const named = await linked([
    ['Name'],
    [to('Bo Low', 'mailto:bo@navy.example')],
    [to('Di May', 'mailto:di@navy.example')],
  ])
  expect(named.lines).toEqual(['2 bo@navy.example | Bo Low', '3 di@navy.example | Di May'])
})

describe('what programs write', () => {
  test('Excel: texts in several fonts, how they are pronounced, values of formulas, errors, dates, leading zeros', async () => {
    const bytes = await handMade({
      strings: [
        '<t>E-Mail</t>',
        '<r><rPr><b/></rPr><t>Na</t></r><r><t>me</t></r>',
        '<t>田中</t><rPh sb="0" eb="2"><t>タナカ</t></rPh><phoneticPr fontId="1"/>',
        '<t>jane@acme.example</t>',
      ],
      formats: ['dd/mm/yyyy;@', '00000', '[$-F400]h:mm:ss AM/PM', '0.0%', 'd/m/yy h:mm'],
      sheet:
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1" t="s"><v>2</v></c><c r="E1" t="str"><v>Zip</v></c><c r="F1" t="str"><v>At</v></c><c r="G1" t="str"><v>Share</v></c><c r="H1" t="str"><v>Seen</v></c></row>' +
        '<row r="2"/><row r="3"><c r="A3" s="1"/></row>' +
        '<row r="4"><c r="A4" t="s"><v>3</v></c><c r="B4" t="str"><f>A1&amp;"x"</f><v>a &lt; b</v></c><c r="C4" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="D4" s="1"><v>46351</v></c><c r="E4" s="2"><v>501</v></c><c r="F4" s="3"><v>0.604166666666667</v></c><c r="G4" s="4"><v>0.255</v></c><c r="H4" s="5"><v>46351.604166666664</v></c></row>',
    })
    const read = await understand(bytes)
    expect(read.lines).toEqual(['4 jane@acme.example | a < b'])
    expect(read.additional).toEqual([
      { 田中: '2026-11-25', zip: '00501', at: '14:30', share: '25.5%', seen: '2026-11-25 14:30' },
    ])
  })

  test.each([
    ['Excel: a sheet that is hidden', [{ name: 'Lookup', state: 'veryHidden' }]],
    ['Numbers: a summary in front', [{ name: 'Export Summary' }]],
  ])('%s is passed over', async (_what, before) => {
    const sheet = [['Table 1'], ['First Name', 'E-Mail'], ['Jane', 'jane@acme.example']]
      .map(inlineRow)
      .join('')
    expect((await understand(await handMade({ before, sheet }))).lines).toEqual([
      '3 jane@acme.example | Jane',
    ])
  })
})

const list: Rows = [['E-Mail'], ['a@b.example']]

test.each([
  [
    'an old workbook',
    async () => written(list, 'biff8'),
    /an old workbook \(\.xls\), or one with a password: save it as a workbook \(\.xlsx\)/,
  ],
  ['a sheet of LibreOffice', async () => written(list, 'ods'), /a sheet of LibreOffice \(\.ods\)/],
  ['a binary workbook', async () => written(list, 'xlsb'), /a binary workbook \(\.xlsb\)/],
  ['a document', () => zip({ 'word/document.xml': '<a/>' }), /a document \(\.docx\)/],
  ['another zip', () => zip({ 'people.csv': 'email\n' }), /a packed file \(\.zip\)/],
  ['a PDF', async () => Buffer.from('%PDF-1.7'), /a PDF/],
  [
    'a workbook that is cut',
    async () => written(list).subarray(0, -300),
    /is damaged: open it in the program/,
  ],
  ['an empty sheet', async () => written([]), /first sheet of the workbook \(\.xlsx\), "People", is empty/],
])('%s is refused with what to do', async (_what, make, message) => {
  expect((await understand(await make())).refused).toMatch(message)
})

describe('a workbook that would grow is refused', () => {
  test('by what it says that it unpacks to', async () => {
    const sheet = inlineRow(['E-Mail']) + inlineRow(['x'.repeat(30_000)]).repeat(2400)
    const bytes = await handMade({ sheet })
    expect(bytes.length).toBeLessThan(1024 * 1024)
    expect((await understand(bytes)).refused).toMatch(/more than 64 MiB in it once it is unpacked/)
  })

  test('and no more is unpacked than it says', async () => {
    const bytes = written([['E-Mail'], ...Array.from({ length: 1000 }, (_, at) => [`p${at}@b.example`])])
    const at = bytes.lastIndexOf('PK\x01\x02', bytes.lastIndexOf('xl/worksheets/sheet1.xml'))
    bytes.writeUInt32LE(10, at + 24)
    expect((await understand(bytes)).refused).toBeDefined()
  })

  test('by its rows, the header not counted', async () => {
    const bytes = written([['E-Mail'], ['a@b.example'], ['c@d.example'], ['e@f.example']])
    expect((await understand(bytes, { bytes: 100_000, lines: 3 })).lines).toHaveLength(3)
    expect((await understand(bytes, { bytes: 100_000, lines: 2 })).refused).toMatch(/at most 2 lines/)
  })
})

withApi((api) => {
  const send = (id: string, body: Uint8Array) =>
    api().request<Record<string, number>>('POST', `/v1/campaigns/${id}/people`, {
      body,
      headers: { 'content-type': 'text/csv' },
    })

  test('people of a workbook are invited, whatever media type it comes with; what is none is told', async () => {
    const [jane, bo] = [freshEmail(), freshEmail()]
    const { id } = await createCampaign(api())
    const workbook = written([
      ['E-Mail', 'Vorname', 'Note'],
      [jane, 'Jane', '=1+1'],
      ['nobody', 'X', ''],
      [bo, 'Bo', 'two\nlines'],
    ])
    expect((await send(id, workbook)).body).toMatchObject({ lines: 3, people: 2, problems: 1, new: 2 })
    const links = await fileOf(api(), id, 'links.csv')
    expect(links).toMatch(/^E-Mail,Vorname,Note,link,status,problem\r\n/)
    expect(links).toContain(`${jane},Jane,'=1+1,`)
    expect(expectError(await send(id, workbook.subarray(0, -100)), 40001)).toMatch(/is damaged/)
    expect(await peopleOf(api(), id)).toMatchObject([
      { line: 2 },
      { line: 3, text: 'nobody,X,' },
      { line: 4 },
    ])
  })
})
