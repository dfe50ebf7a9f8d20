import { handMade } from './workbooks.ts'

/** Twenty exports, as the usual programs write them. The people are nobody's. */
export interface Export {
  program: string
  language: string
  /** Titles in their order, each with what is below it: a field of `Person`, or the same text for all. */
  columns: readonly [title: string, below: Below][]
  /** Default: a comma. */
  separator?: string
  encoding?: 'utf-16le' | 'windows-1252'
  /** Lines above the header. */
  above?: string
  /** Exported as `.xlsx`, and how its program writes that. */
  workbook?: WorkbookHabits
}

/** How a program writes a workbook. */
interface WorkbookHabits {
  /** Texts stand in their cells, and no cell says where it is. Default: shared strings. */
  isInline?: boolean
  /** Numbers and dates are numbers with a format. Default: texts, as of programs that export what they show. */
  hasNumbers?: boolean
  /** Columns that are computed: their cells have a formula and its value. */
  computed?: readonly Below[]
  /** A sheet with this name in front. */
  front?: string
  /** Rows with a format and nothing in them, below the people. */
  blankRows?: number
}

interface Person {
  first: string
  last: string
  company: string
  site: string
  role: string
  industry: string
}

/** What a column is of, and so what it should be known as. */
type Below = keyof typeof meaningOf

/** What Motif should take a column for; undefined for what is kept as it is. */
export const meaningOf = {
  first: 'firstName',
  last: 'lastName',
  name: 'name',
  email: 'email',
  company: 'company',
  site: 'domain',
  role: 'role',
  industry: 'industry',
  profile: 'linkedin',
  tongue: 'language',
  owner: undefined,
  ownerMail: undefined,
  otherMail: undefined,
  phone: undefined,
  number: undefined,
  date: undefined,
  country: undefined,
  city: undefined,
  status: undefined,
  page: undefined,
  yes: undefined,
  none: undefined,
} as const

const people: readonly Person[] = [
  ['Jane', 'Doe', 'Acme Robotics', 'acme-robotics.example', 'Head of Finance', 'Machinery'],
  ['José', 'Müller', 'Nordwind AG', 'nordwind.example', 'Leiter Einkauf', 'Logistics'],
  ['Aïcha', 'Lefèvre', 'Lumen Mart', 'lumenmart.example', 'Directrice marketing', 'Retail'],
  ['Giulia', 'Rossi', 'Vertex Stack', 'vertexstack.example', 'CFO', 'Software'],
  ['Pieter', 'van Dijk', 'Greenwave S.à r.l.', 'greenwave.example', 'Operations manager', 'Energy'],
  ['Lucía', 'García López', 'Harbour & Sons', 'harbour.example', 'Jefa de compras', 'Shipping'],
  ['Noah', 'Lindqvist', 'Kestrel Labs', 'kestrel-labs.example', 'Engineer', 'Biotech'],
  ['Ewa', 'Nowak', 'Quarry Bank', 'quarrybank.example', 'Analyst', 'Banking'],
].map(([first = '', last = '', company = '', site = '', role = '', industry = '']) => ({
  first,
  last,
  company,
  site,
  role,
  industry,
}))

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()

function cellOf({ first, last, company, site, role, industry }: Person, at: number, below: Below): string {
  const local = `${plain(first)}.${plain(last)}`
  const cells: Record<Below, string> = {
    first,
    last,
    company,
    site,
    role,
    industry,
    name: `${first} ${last}`,
    email: `${local}@${site}`,
    profile: `https://www.linkedin.com/in/${local.replace('.', '-')}-${at}`,
    tongue: ['en', 'de', 'fr', 'it', 'nl', 'es', 'sv', 'pl'][at] ?? 'en',
    owner: at % 2 ? 'Tom Reed' : 'Sue Hall',
    ownerMail: at % 2 ? 'tom.reed@seller.example' : 'sue.hall@seller.example',
    otherMail: at === 3 ? 'private@home.example' : '',
    phone: `+49 30 1234${at}`,
    number: String(48211 + 7 * at),
    date: `2026-03-${10 + at} 09:1${at}`,
    country: ['US', 'DE', 'FR', 'IT', 'NL', 'ES', 'SE', 'PL'][at] ?? '',
    city: ['Boston', 'Bremen', 'Lyon', 'Milano', 'Utrecht', 'Sevilla', 'Malmö', 'Łódź'][at] ?? '',
    status: ['Open', 'Working', 'Open', 'Closed'][at % 4] ?? '',
    page: `https://app.crm.example/contacts/${48211 + 7 * at}`,
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
  if (encoding === 'utf-16le') return Buffer.from(`\uFEFF${text}`, 'utf16le')
  // What is not in Windows-1252 becomes a question mark, as in the programs.
  if (encoding === 'windows-1252') return Buffer.from(text.replace(/[^\0-\xff]/g, '?'), 'latin1')
  return Buffer.from(text)
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function workbookOf(
  { columns, above }: Export,
  { isInline, hasNumbers, computed = [], front, blankRows = 0 }: WorkbookHabits,
  titles: readonly string[],
): Promise<Buffer> {
  const strings: string[] = []
  const textCell = (place: string, text: string) => {
    if (isInline) return `<c t="inlineStr"><is><t>${escaped(text)}</t></is></c>`
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
  const written = rows.map((cells, at) => `<row${isInline ? '' : ` r="${at + 1}"`}>${cells(at + 1)}</row>`)
  return handMade({
    sheet: written.join(''),
    formats: ['yyyy-mm-dd hh:mm'],
    ...(!isInline && { strings: strings.map((text) => `<t>${escaped(text)}</t>`) }),
    ...(front !== undefined && { before: [{ name: front }] }),
  })
}

const letter = (column: number) => String.fromCharCode(65 + column)

/** A day and time as a workbook counts it: days since the end of 1899. */
const daysOf = (text: string) =>
  (Date.parse(`${text.replace(' ', 'T')}Z`) - Date.UTC(1899, 11, 30)) / 86_400_000

const of = (columns: Record<string, Below>) => Object.entries(columns) as [string, Below][]

/** Twenty of them, in five languages. */
export const exports: readonly Export[] = [
  {
    program: 'HubSpot',
    language: 'English',
    columns: of({
      'Record ID': 'number',
      'First Name': 'first',
      'Last Name': 'last',
      Email: 'email',
      'Phone Number': 'phone',
      'Contact owner': 'owner',
      'Lead Status': 'status',
      'Marketing contact status': 'yes',
      'Create Date': 'date',
      'Job Title': 'role',
      'Associated Company': 'company',
      'Website URL': 'site',
      Industry: 'industry',
    }),
  },
  {
    program: 'HubSpot',
    language: 'German',
    columns: of({
      'Datensatz-ID': 'number',
      Vorname: 'first',
      Nachname: 'last',
      'E-Mail': 'email',
      Telefonnummer: 'phone',
      'Zuständiger Mitarbeiter': 'owner',
      'Lead-Status': 'status',
      Erstellungsdatum: 'date',
      Position: 'role',
      'Zugehöriges Unternehmen': 'company',
      Branche: 'industry',
    }),
  },
  {
    program: 'HubSpot',
    language: 'French',
    workbook: { isInline: true },
    columns: of({
      'ID de fiche d’informations': 'number',
      Prénom: 'first',
      'Nom de famille': 'last',
      'E-mail': 'email',
      'Numéro de téléphone': 'phone',
      'Propriétaire du contact': 'owner',
      'Statut du lead': 'status',
      'Date de création': 'date',
      'Intitulé du poste': 'role',
      'Nom de l’entreprise': 'company',
      Secteur: 'industry',
    }),
  },
  {
    program: 'Salesforce',
    language: 'English',
    encoding: 'windows-1252',
    columns: of({
      'First Name': 'first',
      'Last Name': 'last',
      Title: 'role',
      'Account Name': 'company',
      'Mailing City': 'city',
      Phone: 'phone',
      Email: 'email',
      'Account Owner': 'owner',
      'Lead Source': 'status',
    }),
  },
  {
    program: 'Salesforce',
    language: 'German',
    workbook: {},
    columns: of({
      Anrede: 'none',
      Vorname: 'first',
      Nachname: 'last',
      Titel: 'role',
      Accountname: 'company',
      'Postanschrift - Land': 'country',
      Telefon: 'phone',
      'E-Mail': 'email',
      Accountinhaber: 'owner',
    }),
  },
  {
    program: 'Salesforce',
    language: 'Spanish',
    columns: of({
      Nombre: 'first',
      Apellidos: 'last',
      Cargo: 'role',
      'Nombre de la cuenta': 'company',
      Teléfono: 'phone',
      'Correo electrónico': 'email',
      'Propietario de la cuenta': 'owner',
    }),
  },
  {
    program: 'Apollo',
    language: 'English',
    columns: of({
      'First Name': 'first',
      'Last Name': 'last',
      Title: 'role',
      Company: 'company',
      Email: 'email',
      'Email Status': 'status',
      'Primary Email Source': 'status',
      Seniority: 'status',
      'Contact Owner': 'owner',
      'Corporate Phone': 'phone',
      '# Employees': 'number',
      Industry: 'industry',
      'Person Linkedin Url': 'profile',
      Website: 'site',
      'Secondary Email': 'otherMail',
      City: 'city',
      Country: 'country',
    }),
  },
  {
    program: 'Pipedrive',
    language: 'English',
    workbook: {},
    columns: of({
      'Person - ID': 'number',
      'Person - Name': 'name',
      'Person - Organization': 'company',
      'Person - Email - Work': 'email',
      'Person - Email - Home': 'otherMail',
      'Person - Phone - Work': 'phone',
      'Person - Owner': 'owner',
      'Person - Job title': 'role',
    }),
  },
  {
    program: 'Pipedrive',
    language: 'German',
    workbook: { isInline: true },
    columns: of({
      'Person - ID': 'number',
      'Person - Name': 'name',
      'Person - Organisation': 'company',
      'Person - E-Mail - Arbeit': 'email',
      'Person - Telefon - Arbeit': 'phone',
      'Person - Besitzer': 'owner',
    }),
  },
  {
    program: 'Pipedrive',
    language: 'French',
    columns: of({
      'Personne - ID': 'number',
      'Personne - Nom': 'name',
      'Personne - Organisation': 'company',
      'Personne - E-mail - Travail': 'email',
      'Personne - Téléphone - Travail': 'phone',
      'Personne - Propriétaire': 'owner',
    }),
  },
  {
    program: 'Excel',
    language: 'German',
    separator: ';',
    encoding: 'windows-1252',
    columns: of({
      'Nr.': 'number',
      Name: 'last',
      Vorname: 'first',
      Firma: 'company',
      Funktion: 'role',
      'E-Mail-Adresse (geschäftlich)': 'email',
      Ort: 'city',
      Sprache: 'tongue',
    }),
  },
  {
    program: 'Excel',
    language: 'English',
    separator: '\t',
    encoding: 'utf-16le',
    columns: of({
      Name: 'name',
      Organisation: 'company',
      'E-mail': 'email',
      Phone: 'phone',
      Notes: 'status',
    }),
  },
  {
    program: 'Excel',
    language: 'Italian',
    workbook: { hasNumbers: true, computed: ['email'] },
    columns: of({
      Nome: 'first',
      Cognome: 'last',
      Azienda: 'company',
      Ruolo: 'role',
      'Indirizzo e-mail': 'email',
      'Sito web': 'site',
      Settore: 'industry',
      Lingua: 'tongue',
      Città: 'city',
    }),
  },
  {
    program: 'Excel',
    language: 'French',
    workbook: { hasNumbers: true, computed: ['email', 'company'] },
    columns: of({
      Nom: 'last',
      Prénom: 'first',
      Société: 'company',
      Fonction: 'role',
      'Adresse e-mail': 'email',
      Ville: 'city',
      Langue: 'tongue',
    }),
  },
  {
    program: 'Numbers',
    language: 'English',
    above: 'Table 1',
    workbook: { hasNumbers: true, front: 'Export Summary' },
    columns: of({ Person: 'name', Firm: 'company', Mail: 'email', Site: 'site' }),
  },
  {
    program: 'Numbers',
    language: 'Spanish',
    workbook: { hasNumbers: true, front: 'Resumen de exportación' },
    columns: of({
      'Nombre completo': 'name',
      Empresa: 'company',
      Puesto: 'role',
      Correo: 'email',
      'Página web': 'site',
      Idioma: 'tongue',
      País: 'country',
    }),
  },
  {
    program: 'Google Sheets',
    language: 'English',
    workbook: { hasNumbers: true, blankRows: 990 },
    columns: of({
      Timestamp: 'date',
      'Email Address': 'email',
      'Your name': 'name',
      'Where do you work?': 'company',
      'What do you do?': 'role',
    }),
  },
  {
    program: 'Google Contacts',
    language: 'Italian',
    columns: of({
      'Nome completo': 'name',
      Organizzazione: 'company',
      Qualifica: 'role',
      'Posta elettronica': 'email',
      Telefono: 'phone',
      Note: 'status',
    }),
  },
  {
    program: 'LinkedIn',
    language: 'English',
    above:
      'Notes:\r\n"When exporting your connection data, you may notice that some of the email addresses are missing."\r\n\r\n',
    columns: of({
      'First Name': 'first',
      'Last Name': 'last',
      URL: 'profile',
      'Email Address': 'email',
      Company: 'company',
      Position: 'role',
      'Connected On': 'date',
    }),
  },
  {
    program: 'LinkedIn Sales Navigator',
    language: 'English',
    columns: of({
      'Full name': 'name',
      'Profile Url': 'profile',
      'Current Company': 'company',
      'Current Title': 'role',
      Location: 'city',
      'Company Website': 'site',
      'Work Email': 'email',
      'CRM page': 'page',
    }),
  },
]
