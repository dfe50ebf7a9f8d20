/** Twelve exports, as the usual programs write them. The people are nobody's. */
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
export interface WorkbookHabits {
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

/** What a column is of, and so what it should be known as. */
export type Below = keyof typeof meaningOf

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

const of = (columns: Record<string, Below>) => Object.entries(columns) as [string, Below][]

/** Twelve of them, in five languages. */
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
]
