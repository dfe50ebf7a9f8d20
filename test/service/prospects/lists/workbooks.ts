import { Buffer } from 'node:buffer'
import { buffer } from 'node:stream/consumers'
import { type BookType, utils, write } from '@e965/xlsx'
import { ZipFile } from 'yazl'

/** Cells of a sheet, row by row. */
export type Rows = readonly (readonly (string | number | boolean | Date | null)[])[]

/** A workbook as a real writer makes it. */
export function written(rows: Rows, bookType: BookType = 'xlsx'): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows as unknown[][]), 'People')
  return write(book, { bookType, bookSST: true, compression: true, type: 'buffer' }) as Buffer
}

/** A zip of these files. */
export function zip(files: Record<string, string | Buffer>): Promise<Buffer> {
  const file = new ZipFile()
  for (const [name, content] of Object.entries(files)) file.addBuffer(Buffer.from(content), name)
  file.end()
  return buffer(file.outputStream)
}

/** What a workbook is made of; each part may be left out or written otherwise. */
interface Parts {
  /** Rows as they stand in the sheet, or the whole part. */
  sheet: string
  /** Texts as they stand in `si`. */
  strings?: readonly string[]
  /** The format of each style of cells, from the second on. */
  formats?: readonly string[]
  /** Sheets in front, which are empty. */
  before?: readonly { name: string; state?: string }[]
  /** More attributes of `workbookPr`. */
  properties?: string
  more?: Record<string, string | Buffer>
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const links = 'http://schemas.openxmlformats.org/package/2006/relationships'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** A workbook by hand, to have in it what programs write and writers from the registry do not. */
export function handMade({ sheet, strings, formats = [], before = [], properties = '', more }: Parts) {
  const names = [...before, { name: 'People' }]
  const isPart = sheet.includes('<worksheet')
  const types = [
    ['workbook', 'sheet.main'],
    ['styles', 'styles'],
    ['sharedStrings', 'sharedStrings'],
    ...names.map((_, at) => [`worksheets/sheet${at + 1}`, 'worksheet']),
  ].map(
    ([part, type]) =>
      `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`,
  )
  return zip({
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${types.join('')}</Types>`,
    '_rels/.rels': relations([`Type="${office}/officeDocument" Target="xl/workbook.xml"`]),
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr ${properties}/><sheets>${names
      .map(
        ({ name, state }: { name: string; state?: string }, at) =>
          `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"${state ? ` state="${state}"` : ''}/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...names.map((_, at) => `Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"`),
      ...(strings ? [`Type="${office}/sharedStrings" Target="/xl/sharedStrings.xml"`] : []),
      `Type="${office}/styles" Target="styles.xml"`,
    ]),
    ...Object.fromEntries(before.map((_, at) => [`xl/worksheets/sheet${at + 1}.xml`, worksheet('')])),
    [`xl/worksheets/sheet${names.length}.xml`]: isPart ? sheet : worksheet(sheet),
    ...(strings && {
      'xl/sharedStrings.xml': `${head}<sst xmlns="${main}">${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    }),
    'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><numFmts>${formats
      .map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`)
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
      .map((_, at) => `<xf numFmtId="${164 + at}"/>`)
      .join('')}<xf numFmtId="14"/></cellXfs></styleSheet>`,
    ...more,
  })
}

export function worksheet(rows: string): string {
  return `${head}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`
}

function relations(attributes: string[]): string {
  const each = attributes.map((text, at) => `<Relationship Id="rId${at + 1}" ${text}/>`)
  return `${head}<Relationships xmlns="${links}">${each.join('')}</Relationships>`
}

/** A row of inline strings. */
export function inlineRow(cells: readonly string[]): string {
  return `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`
}
