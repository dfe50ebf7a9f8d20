import type { ColumnMeaning, ListColumn } from '../listed-columns.ts'
import type { Corrections } from './corrections.ts'

/**
 * The usual names of columns in CRMs and spreadsheets, in English and German, without blanks, punctuation and accents,
 * the most certain first: of two columns with one meaning, the more certain one gets it.
 */
const titles: Record<ColumnMeaning, string> = {
  email: `email emailaddress emailadresse mail mailadresse mailaddress workemail businessemail primaryemail
    emailprimary companyemail contactemail emailid email1 email1value email1address emailgeschaftlich
    geschaftlicheemail geschaftlicheemailadresse emailgeschaeftlich dienstlicheemail kontaktemail emaildienstlich
    firmenemail mailgeschaftlich useremail recipient recipientemail empfanger`,
  name: `name fullname contactname displayname personname vollstandigername vollername kontaktname vorundnachname
    vornamenachname vornameundnachname namevorname ansprechpartner ansprechpartnerin contact kontakt contactperson
    person recipientname leadname`,
  firstName: 'firstname givenname forename vorname rufname fname first contactfirstname personfirstname',
  lastName: `lastname surname familyname nachname familienname zuname lname last contactlastname personlastname
    secondname`,
  company: `company companyname organization organisation organizationname organisationname firma firmenname
    unternehmen unternehmensname account accountname employer arbeitgeber gesellschaft associatedcompany
    primarycompany currentcompany organization1name business businessname firmaname`,
  role: `jobtitle role position jobposition currenttitle currentposition berufsbezeichnung stellenbezeichnung
    jobbezeichnung funktion rolle stelle jobrole function organization1title beruf job title`,
  domain: `domain website companydomain companydomainname companywebsite websiteurl webseite homepage firmenwebsite
    unternehmenswebsite internetseite internetadresse webadresse webaddress websiteadresse domane website1value
    weburl url web www`,
  industry: 'industry companyindustry branche industrie sector sektor wirtschaftszweig',
  linkedin: `linkedin linkedinurl linkedinprofile linkedinprofileurl linkedinprofil personlinkedinurl
    contactlinkedinurl linkedinlink`,
  language: `language sprache preferredlanguage bevorzugtesprache korrespondenzsprache languagecode lang locale
    sprachcode contactlanguage`,
}

const byTitle = new Map(
  (Object.keys(titles) as ColumnMeaning[]).flatMap((meaning) =>
    titles[meaning].split(/\s+/).map((title, rank) => [title, { meaning, rank }] as const),
  ),
)

/** The columns that are added to a list when it is exported. */
export const outColumns = ['link', 'status', 'problem'] as const
/** The columns that are added to the lines that could not be used. */
export const problemColumns = ['line', 'problem'] as const

/**
 * Recognises the columns of a header. Of two columns with one meaning, one becomes `additional`, like every unknown
 * title; equal titles are numbered. `corrections` always win.
 */
export function readColumns(header: readonly string[], corrections?: Corrections): ListColumn[] {
  const known = header.map((title) => meaningOf(title, corrections))
  const taken = new Map<ColumnMeaning, number>()
  known.forEach((found, at) => {
    if (!found) return
    const before = taken.get(found.meaning)
    if (before === undefined || found.rank < (known[before]?.rank ?? 0)) taken.set(found.meaning, at)
  })
  const columns: ListColumn[] = []
  for (const [at, title] of header.entries()) {
    const found = known[at]
    const has = found && taken.get(found.meaning) === at
    columns.push({
      title,
      key: freshKey(columns, keyOf(title, at)),
      ...(has && { meaning: found.meaning }),
    })
  }
  return columns
}

function meaningOf(
  title: string,
  corrections?: Corrections,
): { meaning: ColumnMeaning; rank: number } | undefined {
  const corrected = corrections?.get(title.trim())
  if (corrected === 'additional') return undefined
  return corrected ? { meaning: corrected, rank: -1 } : byTitle.get(plain(title))
}

/** The header without the columns that an earlier export added. */
export function withoutOutColumns(header: readonly string[]): readonly string[] {
  const added = [outColumns, problemColumns].find((titles) => {
    const last = header.slice(-titles.length).map((title) => title.trim().toLowerCase())
    return header.length > titles.length && last.join() === titles.join()
  })
  return added ? header.slice(0, -added.length) : header
}

/** How many titles of a header are known. */
export function countKnown(header: readonly string[]): number {
  return header.filter((title) => byTitle.has(plain(title))).length
}

/** Whether the columns can identify people. */
export function nameSomebody(columns: readonly ListColumn[]): boolean {
  const has = (...meanings: ColumnMeaning[]) =>
    columns.some(({ meaning }) => meaning && meanings.includes(meaning))
  return has('email') || (has('name', 'firstName', 'lastName') && has('domain'))
}

/** `E-Mail-Adresse (geschäftlich)` as `emailadressegeschaftlich`. */
function plain(title: string): string {
  const letters = title.normalize('NFD').toLowerCase().replaceAll('ß', 'ss')
  return letters.replace(/[^\p{L}\p{N}]/gu, '')
}

function keyOf(title: string, at: number): string {
  const words = title
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  return words?.join('_').slice(0, longestKey) ?? `column_${at + 1}`
}

const longestKey = 100

function freshKey(columns: readonly ListColumn[], key: string): string {
  const taken = new Set(columns.map((column) => column.key))
  let fresh = key
  for (let number = 2; taken.has(fresh); number++) fresh = `${key}_${number}`
  return fresh
}
