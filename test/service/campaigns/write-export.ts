import type { Below, Export, WorkbookHabits } from './exports.ts'
import { handMade } from './workbooks.ts'

const people = [
  ['Jane', 'Doe', 'Acme Robotics', 'acme-robotics.example', 'Head of Finance', 'Machinery'],
  ['José', 'Müller', 'Nordwind AG', 'nordwind.example', 'Leiter Einkauf', 'Logistics'],
  ['Aïcha', 'Lefèvre', 'Lumen Mart', 'lumenmart.example', 'Directrice marketing', 'Retail'],
  ['Giulia', 'Rossi', 'Vertex Stack', 'vertexstack.example', 'CFO', 'Software'],
  ['Pieter', 'van Dijk', 'Greenwave S.à r.l.', 'greenwave.example', 'Operations manager', 'Energy'],
  ['Lucía', 'García López', 'Harbour & Sons', 'harbour.example', 'Jefa de compras', 'Shipping'],
  ['Noah', 'Lindqvist', 'Kestrel Labs', 'kestrel-labs.example', 'Engineer', 'Biotech'],
  ['Ewa', 'Nowak', 'Quarry Bank', 'quarrybank.example', 'Analyst', 'Banking'],
] as const

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()

function cellOf(person: (typeof people)[number], at: number, below: Below): string {
  const [first, last, company, site, role, industry] = person
  const local = `${plain(first)}.${plain(last)}`
  const cells: Record<Below, string> = {
    ...{ first, last, company, site, role, industry },
    name: `${first} ${last}`,
    email: `${local}@${site}`,
    profile: `https://www.linkedin.com/in/${local.replace('.', '-')}-${at}`,
    tongue: ['en', 'de', 'fr', 'it', 'nl', 'es', 'sv', 'pl'][at] ?? 'en',
    owner: at % 2 ? 'Tom Reed' : 'Sue Hall',
    otherMail: at === 3 ? 'private@home.example' : '',
    phone: `+49 30 1234${at}`,
    number: String(48211 + 7 * at),
    date: `2026-03-${10 + at} 09:1${at}`,
    country: ['US', 'DE', 'FR', 'IT', 'NL', 'ES', 'SE', 'PL'][at] ?? '',
    city: ['Boston', 'Bremen', 'Lyon', 'Milano', 'Utrecht', 'Sevilla', 'Malmö', 'Łódź'][at] ?? '',
    status: ['Open', 'Working', 'Open', 'Closed'][at % 4] ?? '',
    yes: at % 3 ? 'true' : 'false',
    none: '',
  }
  return cells[below]
}

/** The file, with the titles it has, or with titles that say nothing. */
export async function fileOf(
  exported: Export,
  titles = exported.columns.map(([title]) => title),
): Promise<Uint8Array> {
  return exported.workbook ? await workbookOf(exported, exported.workbook, titles) : textOf(exported, titles)
}

function textOf(
  { columns, separator = ',', encoding, above = '' }: Export,
  titles: readonly string[],
): Uint8Array {
  const quoted = (cell: string) =>
    /[",;\t\n]/.test(cell) || separator === ',' ? `"${cell.replaceAll('"', '""')}"` : cell
  const rows = people.map((person, at) => columns.map(([, below]) => cellOf(person, at, below)))
  const text = `${above}${[titles, ...rows].map((row) => row.map(quoted).join(separator)).join('\r\n')}\r\n`
  // What is not in Windows-1252 becomes a question mark, as in the programs.
  if (encoding === 'windows-1252') return Buffer.from(text.replace(/[^\0-\xff]/g, '?'), 'latin1')
  return Buffer.from(text)
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function workbookOf(
  { columns, above }: Export,
  { hasNumbers, computed = [], front, blankRows = 0 }: WorkbookHabits,
  titles: readonly string[],
): Promise<Buffer> {
  const strings: string[] = []
  const textCell = (place: string, text: string) => {
    if (!strings.includes(text)) strings.push(text)
    return `<c r="${place}" t="s"><v>${strings.indexOf(text)}</v></c>`
  }
  const cell = (place: string, below: Below, text: string) => {
    if (computed.includes(below))
      return `<c r="${place}" t="str"><f>B1&amp;"x"</f><v>${escaped(text)}</v></c>`
    if (hasNumbers && text === '') return `<c r="${place}" s="1"/>`
    if (hasNumbers && below === 'number') return `<c r="${place}"><v>${text}</v></c>`
    if (hasNumbers && below === 'date') return `<c r="${place}" s="1"><v>${daysOf(text)}</v></c>`
    return textCell(place, text)
  }
  const rows: ((row: number) => string)[] = [
    ...(above === undefined ? [] : [(row: number) => textCell(`A${row}`, above.trim().replaceAll(';', ''))]),
    (row) => titles.map((title, column) => textCell(`${letter(column)}${row}`, title)).join(''),
    ...people.map(
      (person, at) => (row: number) =>
        columns
          .map(([, below], column) => cell(`${letter(column)}${row}`, below, cellOf(person, at, below)))
          .join(''),
    ),
    ...Array.from({ length: blankRows }, () => (row: number) => `<c r="A${row}" s="1"/>`),
  ]
  const written = rows.map((cells, at) => `<row r="${at + 1}">${cells(at + 1)}</row>`)
  return handMade({
    sheet: written.join(''),
    formats: ['yyyy-mm-dd hh:mm'],
    strings: strings.map((text) => `<t>${escaped(text)}</t>`),
    ...(front !== undefined && { before: [{ name: front }] }),
  })
}

const letter = (column: number) => String.fromCharCode(65 + column)

/** A day and time as a workbook counts it: days since the end of 1899. */
const daysOf = (text: string) =>
  (Date.parse(`${text.replace(' ', 'T')}Z`) - Date.UTC(1899, 11, 30)) / 86_400_000
