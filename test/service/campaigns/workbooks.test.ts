import { describe, expect, test } from 'vitest'
import { spoolList } from '../../../service/campaigns/list/receive-list.ts'
import { readBeginning } from '../../../service/campaigns/read-beginning.ts'
import { expectError, freshEmail, withApi } from '../http/support.ts'
import { understand } from './read.ts'
import { createCampaign, fileOf, peopleOf } from './support.ts'
import { handMade, inlineRow, type Rows, worksheet, written, zip } from './workbooks.ts'

async function* byteByByte(bytes: Uint8Array) {
  for (const byte of bytes) yield Uint8Array.of(byte)
}

async function* whole(bytes: Uint8Array) {
  yield bytes
}

/** The rows of a workbook that are not blank, each with its number. */
async function rowsOf(bytes: Uint8Array): Promise<[line: number, text: string | undefined][]> {
  const list = await spoolList(whole(bytes))
  const rows: [number, string | undefined][] = []
  for await (const { line, value } of list.read()) rows.push([line, value])
  await list.close()
  return rows
}

const refusalOf = async (bytes: Uint8Array) => (await understand(bytes)).refused

describe('a workbook that a real writer made', () => {
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

  test('is a list like any other: people, what is kept of them, lines that cannot be used by the numbers of their rows', async () => {
    const read = await understand(written(rows))
    expect(read.columns).toEqual([
      ['E-Mail', 'email'],
      ['Vorname', 'firstName'],
      ['Nachname', 'lastName'],
      ['Firma', 'company'],
      ['Kundennummer', null],
      ['Seit', null],
      ['Aktiv', null],
    ])
    expect(read.people).toMatchObject([
      {
        line: 2,
        email: 'jane@acme.example',
        name: 'Jane Doe',
        company: 'Müller & Söhne "Nord"; GmbH',
        additional: { kundennummer: '4821100000012345', seit: '2026-03-10', aktiv: 'TRUE' },
      },
      { line: 4, email: 'bo@navy.example', additional: { kundennummer: '0.3', aktiv: 'FALSE' } },
    ])
    expect(read.problems).toEqual([
      { line: 5, text: 'nobody,,X,,-5,,', problem: 'E-Mail: is no e-mail address' },
    ])
  })

  test('is known by its first bytes, even if they come one by one', async () => {
    const list = await spoolList(byteByByte(written(rows)))
    expect(list).toMatchObject({ format: 'xlsx', sheet: 'People', lines: 5 })
    await list.close()
  })

  test('says which sheet was read', async () => {
    expect(await readBeginning(whole(written(rows)), { part: 'true' })).toMatchObject({
      format: 'xlsx',
      sheet: 'People',
      lines: 3,
      people: 2,
      unusable: 1,
    })
  })
})

describe('what programs write', () => {
  test('Excel: texts in several fonts, how they are pronounced, values of formulas, errors, dates, leading zeros', async () => {
    const bytes = await handMade({
      strings: [
        '<t>E-Mail</t>',
        '<r><rPr><b/></rPr><t>Na</t></r><r><t xml:space="preserve">me </t></r>',
        '<t>田中</t><rPh sb="0" eb="2"><t>タナカ</t></rPh><phoneticPr fontId="1"/>',
        '<t>two_x000D_\nlines &amp; _x005F_x</t>',
        '<t>jane@acme.example</t>',
      ],
      formats: ['dd/mm/yyyy;@', '00000', '[$-F400]h:mm:ss AM/PM', '0.0%', '#,##0.00 "days"', 'd/m/yy h:mm'],
      sheet:
        '<row r="1" spans="1:3"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1" t="s"><v>2</v></c></row>' +
        '<row r="2"/><row r="3"><c r="A3" s="1"/></row>' +
        '<row r="4"><c r="A4" t="s"><v>4</v></c><c r="B4" t="str"><f>A1&amp;"x"</f><v>a &lt; b</v></c><c r="C4" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="D4" t="s"><v>3</v></c></row>' +
        '<row r="6"><c r="A6" s="1"><v>46351</v></c><c r="B6" s="2"><v>501</v></c><c r="C6" s="3"><v>0.604166666666667</v></c><c r="D6" s="4"><v>0.255</v></c><c r="E6" s="5"><v>3</v></c><c r="F6" s="6"><v>46351.604166666664</v></c><c r="G6" s="7"><v>59</v></c><c r="H6"><v>1.2345678901234E+16</v></c><c r="I6"><v>1.5000000000000001E-2</v></c></row>',
    })
    expect(await rowsOf(bytes)).toEqual([
      [1, 'E-Mail,"Name ",,田中,,,,,'],
      [4, 'jane@acme.example,a < b,,"two\nlines & _x",,,,,'],
      [6, '2026-11-25,00501,14:30,25.5%,3,2026-11-25 14:30,1900-02-28,12345678901234000,0.015'],
    ])
  })

  test('Excel on an old Macintosh: days from 1904 on', async () => {
    const sheet = '<row><c s="1"><v>44889</v></c><c s="1" t="d"><v>2026-11-25T00:00:00</v></c></row>'
    const bytes = await handMade({ sheet, properties: 'date1904="1"' })
    expect(await rowsOf(bytes)).toEqual([[1, '2026-11-25,2026-11-25']])
  })

  test('Excel: a sheet that is hidden is passed over', async () => {
    const before = [{ name: 'Lookup', state: 'veryHidden' }]
    const bytes = await handMade({ before, sheet: inlineRow(['E-Mail']) + inlineRow(['a@b.example']) })
    expect(await readBeginning(whole(bytes), {})).toMatchObject({ sheet: 'People', people: 1 })
  })

  test('Numbers: a summary in front, and the table’s name above its titles', async () => {
    const rows = [['Table 1'], ['First Name', 'E-Mail'], ['Jane', 'jane@acme.example']]
    const bytes = await handMade({
      before: [{ name: 'Export Summary' }],
      sheet: rows.map(inlineRow).join(''),
    })
    expect((await understand(bytes)).people).toMatchObject([{ line: 3, name: 'Jane' }])
  })

  test('Google Sheets: a thousand rows that are formatted and blank', async () => {
    const blank = Array.from(
      { length: 1000 },
      (_, at) => `<row r="${at + 3}"><c r="A${at + 3}" s="1"/></row>`,
    )
    const bytes = await handMade({
      sheet: inlineRow(['E-Mail']) + inlineRow(['a@b.example']) + blank.join(''),
    })
    expect(await readBeginning(whole(bytes), {})).toMatchObject({ lines: 1, people: 1 })
  })

  test('LibreOffice: rows to the end of the sheet, and CDATA', async () => {
    const bytes = await handMade({
      strings: ['<t><![CDATA[E-Mail]]></t>', '<t xml:space="preserve">a@b.example</t>'],
      sheet:
        '<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c></row><row r="1048576" customFormat="false" ht="12.8"/>',
    })
    expect(await rowsOf(bytes)).toEqual([
      [1, 'E-Mail'],
      [2, 'a@b.example'],
    ])
  })

  test('programs that use the Open XML SDK: a prefix for each element, and no references', async () => {
    const sheet =
      '<?xml version="1.0"?><x:worksheet xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>E-Mail</x:t></x:is></x:c></x:row><x:row><x:c t="inlineStr"><x:is><x:t>a@b.example</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>'
    expect(await readBeginning(whole(await handMade({ sheet })), {})).toMatchObject({ people: 1 })
  })
})

describe('what is no list is refused with what to do', () => {
  const rows: Rows = [['E-Mail'], ['a@b.example']]

  test.each([
    [
      'an old workbook',
      async () => written(rows, 'biff8'),
      /an old workbook \(\.xls\): save it as a workbook \(\.xlsx\)/,
    ],
    ['a sheet of LibreOffice', async () => written(rows, 'ods'), /a sheet of LibreOffice \(\.ods\)/],
    ['a binary workbook', async () => written(rows, 'xlsb'), /a binary workbook \(\.xlsb\)/],
    ['a document', () => zip({ 'word/document.xml': '<a/>' }), /a document \(\.docx\)/],
    ['a document of Numbers', () => zip({ 'Index/Document.iwa': 'x' }), /a document of Numbers/],
    ['another zip', () => zip({ 'people.csv': 'email\n' }), /a packed file \(\.zip\)/],
    ['an empty zip', () => zip({}), /a packed file \(\.zip\)/],
    ['a PDF', async () => Buffer.from('%PDF-1.7'), /a PDF/],
    [
      'a workbook that is cut',
      async () => written(rows).subarray(0, -300),
      /is damaged: open it in the program/,
    ],
    ['its beginning alone', async () => Buffer.from('504b030414000600', 'hex'), /is damaged/],
    ['one whose bytes were changed', async () => changed(written(rows)), /is damaged/],
    ['an empty sheet', async () => written([]), /first sheet of the workbook \(\.xlsx\), "People", is empty/],
    [
      'a text that is not there',
      () => handMade({ sheet: '<row><c t="s"><v>7</v></c></row>', strings: [] }),
      /damaged/,
    ],
  ])('%s', async (_what, make, message) => {
    expect(await refusalOf(await make())).toMatch(message)
  })

  test('a workbook with a password: it is known by what Office writes instead of the zip', async () => {
    const bytes = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(300_000),
      Buffer.from('EncryptedPackage', 'utf16le'),
      Buffer.alloc(100),
    ])
    expect(await refusalOf(bytes)).toMatch(/^The workbook \(\.xlsx\) has a password: save it without one/)
  })

  test('a zip with a password', async () => {
    const bytes = written(rows)
    for (let at = bytes.indexOf('PK\x01\x02'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4))
      bytes.writeUInt16LE(bytes.readUInt16LE(at + 8) | 1, at + 8)
    expect(await refusalOf(bytes)).toMatch(/has a password/)
  })
})

/** With another byte within what is packed of the sheet. */
function changed(bytes: Buffer): Buffer {
  const at = bytes.indexOf('xl/worksheets/sheet1.xml') + 60
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0x55, at)
  return bytes
}

describe('a workbook that would grow', () => {
  test('by what it unpacks to: a sheet of one text again and again ends at the limits of a list', async () => {
    const text = 'x'.repeat(30_000)
    const sheet = `<row><c t="inlineStr"><is><t>E-Mail</t></is></c></row>${`<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`.repeat(2400)}`
    const bytes = await handMade({ sheet })
    expect(bytes.length).toBeLessThan(1024 * 1024)
    expect(await refusalOf(bytes)).toMatch(/^A list has at most 64 MiB of text: send it in parts/)
  })

  test('by what it says that it unpacks to', async () => {
    const bytes = written([['E-Mail'], ['a@b.example']])
    const at = bytes.lastIndexOf('PK\x01\x02', bytes.lastIndexOf('xl/worksheets/sheet1.xml'))
    bytes.writeUInt32LE(0xf0000000, at + 24)
    expect(await refusalOf(bytes)).toMatch(/more than 1 GiB in it once it is unpacked/)
  })

  test('by unpacking to more than it says', async () => {
    const bytes = written([['E-Mail'], ['a@b.example']])
    const at = bytes.lastIndexOf('PK\x01\x02', bytes.lastIndexOf('xl/worksheets/sheet1.xml'))
    bytes.writeUInt32LE(10, at + 24)
    expect(await refusalOf(bytes)).toMatch(/is damaged/)
  })

  test('by entities: a document type is refused', async () => {
    const bomb = '<!DOCTYPE l [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    const sheet = worksheet('<row><c t="inlineStr"><is><t>&b;</t></is></c></row>')
    expect(
      await refusalOf(await handMade({ sheet: sheet.replace('<worksheet', `${bomb}<worksheet`) })),
    ).toMatch(/damaged/)
  })

  test('by levels', async () => {
    expect(await refusalOf(await handMade({ sheet: '<a>'.repeat(1_000_000) }))).toMatch(/damaged/)
  })

  test('by rows: the header is not counted', async () => {
    const sheet = inlineRow(['E-Mail']) + inlineRow(['a@b.example']).repeat(3)
    const read = async (lines: number) => {
      const list = await spoolList(whole(await handMade({ sheet })), { bytes: 10_000, lines })
      await list.close()
      return list.lines
    }
    expect(await read(3)).toBe(4)
    await expect(read(2)).rejects.toThrow(/at most 2 lines/)
  })

  test('by columns', async () => {
    const far = '<row r="1"><c r="A1" t="inlineStr"><is><t>E-Mail</t></is></c><c r="ALM1"><v>1</v></c></row>'
    expect(await refusalOf(await handMade({ sheet: far }))).toMatch(
      /The list has 1001 columns: leave out all but 1000/,
    )
    expect(await refusalOf(await handMade({ sheet: '<row><c r="ZZZ1"><v>1</v></c></row>' }))).toMatch(
      /damaged/,
    )
  })
})

withApi((api) => {
  const send = (id: string, list: Uint8Array, type: string) =>
    api().request<Record<string, number>>('POST', `/v1/campaigns/${id}/people`, {
      body: list,
      headers: { 'content-type': type },
    })

  test.each([
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'text/csv',
    'application/x-ndjson',
  ])('people of a workbook are invited, sent as %s', async (type) => {
    const [jane, bo] = [freshEmail(), freshEmail()]
    const { id } = await createCampaign(api())
    const list = written([
      ['E-Mail', 'Vorname', 'Note'],
      [jane, 'Jane', '=1+1'],
      ['nobody', 'X', ''],
      [bo, 'Bo', 'two\nlines'],
    ])
    expect((await send(id, list, type)).body).toMatchObject({ lines: 3, people: 2, problems: 1, new: 2 })
    expect(await peopleOf(api(), id)).toMatchObject([
      { line: 2, email: jane },
      { line: 3, text: 'nobody,X,' },
      { line: 4, email: bo },
    ])
    const links = await fileOf(api(), id, 'links.csv')
    expect(links).toMatch(/^E-Mail,Vorname,Note,link,status,problem\r\n/)
    expect(links).toContain(`${jane},Jane,'=1+1,`)
    expect((await send(id, list, type)).body).toMatchObject({ same: 2, new: 0 })
  })

  test('what is no workbook is told to who sends it', async () => {
    const { id } = await createCampaign(api())
    const damaged = written([['E-Mail'], [freshEmail()]]).subarray(0, -100)
    expect(expectError(await send(id, damaged, 'text/csv'), 40001)).toMatch(/is damaged/)
    expect(await peopleOf(api(), id)).toEqual([])
  })
})
