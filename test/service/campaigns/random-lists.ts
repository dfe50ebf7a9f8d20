import { parse } from 'csv-parse/sync'
import { readList } from '../../../service/campaigns/list/read-list.ts'
import { spoolList } from '../../../service/campaigns/list/receive-list.ts'
import { type Chance, chanceOf } from '../../support/chance.ts'

/** A list as a spreadsheet writes it, and what stands in it. */
interface WrittenList {
  bytes: Buffer
  text: string
  delimiter: string
  /** With the line on which each begins. */
  rows: { line: number; cells: string[] }[]
}

const titles = ['E-Mail', 'Vorname', 'Nachname', 'Firma', 'Notiz', 'Größe', 'Kunde "A"', 'Zeile\nzwei']
const latin = [
  'Jane',
  'Müller & Söhne',
  'a;b',
  'c,d',
  'e\tf',
  'say ""hi""',
  '"',
  '10 €',
  '0',
  '007',
  "O'Neil",
  '',
]
const breaks = ['two\nlines', 'two\r\nlines', '\n', 'a "quoted"\nword']
const wide = ['Łódź', '株式会社', '🎉 Party', 'Ελλάδα']

/** How spreadsheets write lists: Excel in Europe and America, on a Macintosh, as Unicode text; Calc; Sheets; CRMs. */
const writers = [
  { encoding: 'utf-8', mark: '\uFEFF', delimiter: ';', end: '\r\n', quoteAll: false },
  { encoding: 'utf-8', mark: '\uFEFF', delimiter: ',', end: '\r\n', quoteAll: false },
  { encoding: 'windows-1252', mark: '', delimiter: ';', end: '\r\n', quoteAll: false },
  { encoding: 'windows-1252', mark: '', delimiter: ',', end: '\n', quoteAll: true },
  { encoding: 'utf-16le', mark: '\uFEFF', delimiter: '\t', end: '\r\n', quoteAll: false },
  { encoding: 'utf-16be', mark: '\uFEFF', delimiter: '\t', end: '\r\n', quoteAll: false },
  { encoding: 'utf-8', mark: '', delimiter: ',', end: '\n', quoteAll: true },
  { encoding: 'utf-8', mark: '', delimiter: ',', end: '\r\n', quoteAll: false },
] as const

/** Reads random lists with Motif's reader and with csv-parse; gives what differs, with the seed that makes it again. */
export async function compareLists({ seed, count }: { seed: number; count: number }): Promise<string[]> {
  const differences: string[] = []
  for (let number = 0; number < count; number++) {
    const list = writeList(chanceOf(seed + number))
    const difference = await compare(list)
    if (difference) differences.push(`seed ${seed + number}: ${difference}`)
  }
  return differences
}

async function compare(list: WrittenList): Promise<string | undefined> {
  const independent = (parse(list.text, { delimiter: list.delimiter, bom: true }) as string[][]).slice(1)
  const expected = list.rows.map(({ line, cells }) => ({ line, cells }))
  const asRead = independent.map((cells, at) => ({ line: list.rows[at]?.line, cells }))
  if (JSON.stringify(asRead) !== JSON.stringify(expected)) return 'the model and csv-parse disagree'
  const own = await readOwn(list.bytes)
  const at = expected.findIndex((row, index) => JSON.stringify(row) !== JSON.stringify(own[index]))
  if (at < 0 && own.length === expected.length) return undefined
  return `${JSON.stringify(own[at])} instead of ${JSON.stringify(expected[at])}`
}

async function readOwn(bytes: Buffer) {
  const spooled = await spoolList(pieces(bytes))
  const { lines } = await readList(spooled)
  const rows: { line: number; cells: string[] }[] = []
  for await (const { line, cells } of lines) rows.push({ line, cells })
  await spooled.close()
  return rows
}

async function* pieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 97) yield bytes.subarray(at, at + 97)
}

function writeList(random: Chance): WrittenList {
  const writer = random.pick(writers)
  const pool = writer.encoding === 'windows-1252' ? [...latin, ...breaks] : [...latin, ...breaks, ...wide]
  const columns = titles.slice(0, 2 + random.below(titles.length - 1))
  const values = Array.from({ length: 1 + random.below(12) }, (_, at) =>
    columns.map((_, column) => (column === 0 ? `p${at}@random.example` : random.pick(pool))),
  )
  let text: string = writer.mark
  let line = 1
  const rows: WrittenList['rows'] = []
  const write = (cells: string[]) => {
    const row = cells.map((cell) => quote(cell, writer)).join(writer.delimiter)
    text += row + writer.end
    line += `${row}\n`.split('\n').length - 1
  }
  write(columns)
  for (const cells of values) {
    rows.push({ line, cells })
    write(cells)
  }
  if (random.below(2)) text = text.slice(0, -writer.end.length)
  return { bytes: encode(text, writer.encoding), text, delimiter: writer.delimiter, rows }
}

function quote(cell: string, { delimiter, quoteAll }: (typeof writers)[number]): string {
  const must = quoteAll || cell.includes(delimiter) || /["\r\n]/.test(cell)
  return must ? `"${cell.replaceAll('"', '""')}"` : cell
}

function encode(text: string, encoding: (typeof writers)[number]['encoding']): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le')
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16()
  return Buffer.from(text.replaceAll('€', '\x80'), 'latin1')
}
