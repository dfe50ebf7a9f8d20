/** Twelve exports, as the usual programs write them. The people are nobody's. */
export interface Export {
  /** The program, and the language that it speaks. */
  name: string
  /** Titles in their order, each with what is below it: a field of `Person`, or the same text for all. */
  columns: readonly [title: string, below: Below][]
  /** Default: a comma. */
  separator?: string
  encoding?: 'windows-1252'
  /** Lines above the header. */
  above?: string
  /** Exported as `.xlsx`, and how its program writes that. */
  workbook?: WorkbookHabits
}

/** How a program writes a workbook. */
export interface WorkbookHabits {
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
export type Below = keyof typeof meaningOf | (typeof kept)[number]

/** What Motif should take a column for. */
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
} as const

/** What is kept as it is. */
const kept = [
  'owner',
  'otherMail',
  'phone',
  'number',
  'date',
  'country',
  'city',
  'status',
  'yes',
  'none',
] as const

/** `Email = email | Titel = role`: a title, and what is below it. */
const of = (columns: string) => columns.split(/\s*\|\s*/).map((each) => each.split(' = ') as [string, Below])

/** Twelve of them, in five languages. */
export const exports: readonly Export[] = [
  {
    name: 'HubSpot, English',
    columns:
      of(`Record ID = number | First Name = first | Last Name = last | Email = email | Phone Number = phone
      | Contact owner = owner | Lead Status = status | Marketing contact status = yes
      | Create Date = date | Job Title = role | Associated Company = company | Website URL = site
      | Industry = industry`),
  },
  {
    name: 'Salesforce, German',
    workbook: {},
    columns: of(`Anrede = none | Vorname = first | Nachname = last | Titel = role | Accountname = company
      | Postanschrift - Land = country | Telefon = phone | E-Mail = email | Accountinhaber = owner`),
  },
  {
    name: 'Apollo, English',
    columns: of(`First Name = first | Last Name = last | Title = role | Company = company | Email = email
      | Email Status = status | Primary Email Source = status | Seniority = status
      | Contact Owner = owner | Corporate Phone = phone | # Employees = number | Industry = industry
      | Person Linkedin Url = profile | Website = site | Secondary Email = otherMail | City = city
      | Country = country`),
  },
  {
    name: 'Pipedrive, English',
    workbook: {},
    columns: of(`Person - ID = number | Person - Name = name | Person - Organization = company
      | Person - Email - Work = email | Person - Email - Home = otherMail
      | Person - Phone - Work = phone | Person - Owner = owner | Person - Job title = role`),
  },
  {
    name: 'Pipedrive, French',
    columns: of(`Personne - ID = number | Personne - Nom = name | Personne - Organisation = company
      | Personne - E-mail - Travail = email | Personne - Téléphone - Travail = phone
      | Personne - Propriétaire = owner`),
  },
  {
    name: 'Excel, German',
    separator: ';',
    encoding: 'windows-1252',
    columns: of(`Nr. = number | Name = last | Vorname = first | Firma = company | Funktion = role
      | E-Mail-Adresse (geschäftlich) = email | Ort = city | Sprache = tongue`),
  },
  {
    name: 'Excel, Italian',
    workbook: { hasNumbers: true, computed: ['email'] },
    columns: of(`Nome = first | Cognome = last | Azienda = company | Ruolo = role | Indirizzo e-mail = email
      | Sito web = site | Settore = industry | Lingua = tongue | Città = city`),
  },
  {
    name: 'Numbers, English',
    above: 'Table 1',
    workbook: { hasNumbers: true, front: 'Export Summary' },
    columns: of(`Person = name | Firm = company | Mail = email | Site = site`),
  },
  {
    name: 'Numbers, Spanish',
    workbook: { hasNumbers: true, front: 'Resumen de exportación' },
    columns:
      of(`Nombre completo = name | Empresa = company | Puesto = role | Correo = email | Página web = site
      | Idioma = tongue | País = country`),
  },
  {
    name: 'Google Sheets, English',
    workbook: { hasNumbers: true, blankRows: 990 },
    columns: of(`Timestamp = date | Email Address = email | Your name = name | Where do you work? = company
      | What do you do? = role`),
  },
  {
    name: 'Google Contacts, Italian',
    columns:
      of(`Nome completo = name | Organizzazione = company | Qualifica = role | Posta elettronica = email
      | Telefono = phone | Note = status`),
  },
  {
    name: 'LinkedIn, English',
    above:
      'Notes:\r\n"When exporting your connection data, you may notice that some of the email addresses are missing."\r\n\r\n',
    columns:
      of(`First Name = first | Last Name = last | URL = profile | Email Address = email | Company = company
      | Position = role | Connected On = date`),
  },
]
