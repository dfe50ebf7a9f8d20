import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import type { PersonColumns } from '../base/database/sql.ts'
import { type PersonField, personFields } from '../base/words/prospect.ts'
import { fromDirectory, type MoreOfProspect } from './facts.ts'
import { seniorities, seniorityOf, titleWords } from './names/titles.ts'

/** A person of the directory, beside `words` of the role, each between spaces, and `seniority`, an index into `seniorities`. */
export interface PersonRow extends PersonColumns {
  key: string
  prospect: string | null
}

export type NewPerson = Pick<PersonRow, 'key'> & Partial<Record<PersonField, string | undefined>>

/** What identifies a person in the directory and in lists. `emailKey`: see `parseEmail`. */
export type PersonIdentity = Partial<Record<'emailKey' | 'name' | 'domain', string | null | undefined>>

/** Every key that the person may have, the most reliable first: the e-mail address, else name and domain. */
export function personKeys({ emailKey, name, domain }: PersonIdentity): string[] {
  return [
    ...(emailKey ? [`email:${emailKey}`] : []),
    ...(name && domain ? [`name:${domain} ${name.toLowerCase()}`] : []),
  ]
}

interface PeopleFilter {
  domain: string
  words: readonly string[]
  oneOf?: readonly string[] | undefined
  /** Index into `seniorities`. */
  seniority?: number | undefined
}

/** Enough candidates where many people have the same title. */
const mostPeople = 100

/** People of a company who may match: with words, those with the shortest roles first; without, the most senior. */
export async function findPeople(
  db: Database,
  organization: string,
  { domain, words, oneOf, seniority }: PeopleFilter,
): Promise<PersonRow[]> {
  const has = (word: string) => sql`words LIKE ${`% ${word} %`}`
  const conditions = [sql`organization = ${organization}`, sql`domain = ${domain}`, ...words.map(has)]
  if (oneOf) conditions.push(sql`(${sql.join(oneOf.map(has), sql` OR `)})`)
  if (seniority !== undefined) conditions.push(sql`seniority = ${seniority}`)
  const { rows } = await sql<PersonRow>`
    SELECT * FROM person WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${words.length > 0 ? sql`length(words)` : sql`seniority`}, name IS NULL, key LIMIT ${mostPeople}`.execute(
    db,
  )
  return rows
}

/** What the directory says of a person. */
export function foundInDirectory(person: PersonRow): NonNullable<MoreOfProspect['found']> {
  const { additional, ...facts } = Object.fromEntries(personFields.map((field) => [field, person[field]]))
  return { source: fromDirectory, facts: facts as Record<string, string>, additional }
}

/** Locks people until the end of the transaction, in the order of their keys. */
export async function lockPeople(trx: Database, organization: string, keys: readonly string[]) {
  if (keys.length === 0) return []
  const { rows } = await sql<PersonRow>`
    SELECT * FROM person WHERE organization = ${organization} AND key = ANY (${keys})
    ORDER BY key FOR UPDATE`.execute(trx)
  return rows
}

/** Stores which prospects people became. */
export async function linkPeople(
  trx: Database,
  organization: string,
  links: { key: string; prospect: string }[],
): Promise<void> {
  if (links.length === 0) return
  await sql`
    UPDATE person SET prospect = link.prospect
    FROM json_to_recordset(${JSON.stringify(links)}::json) AS link(key text, prospect text)
    WHERE organization = ${organization} AND person.key = link.key`.execute(trx)
}

/** Inserts people into the directory, or updates them, in one statement. What a new entry leaves out stays. */
export async function upsertPeople(db: Database, organization: string, entries: readonly NewPerson[]) {
  const byKey = new Map<string, NewPerson>()
  for (const entry of entries) byKey.set(entry.key, { ...byKey.get(entry.key), ...entry })
  // In one order, so that two imports of the same people cannot deadlock.
  const people = [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
  const rows = people.map((person) => {
    const { role = '' } = person
    const words = ` ${titleWords(role).join(' ')} `
    return { organization, ...person, words, seniority: seniorities.indexOf(seniorityOf(role)) }
  })
  const names = ['organization', 'key', ...personFields, 'words', 'seniority']
  const columns = sql.join(names.map((name) => sql.ref(name)))
  const kept = personFields.map((field) => {
    const [fresh, old] = [sql.ref(`excluded.${field}`), sql.ref(`person.${field}`)]
    return sql`${sql.ref(field)} = coalesce(${fresh}, ${old})`
  })
  await sql`
    INSERT INTO person (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::person, ${JSON.stringify(rows)}::json)
    ON CONFLICT (organization, key) DO UPDATE SET ${sql.join(kept)},
      words = CASE WHEN excluded.role IS NULL THEN person.words ELSE excluded.words END,
      seniority = CASE WHEN excluded.role IS NULL THEN person.seniority ELSE excluded.seniority END`.execute(
    db,
  )
}

/** Far more prospects than an organization has of one company. */
const mostCandidates = 10_000

/** The organization's prospects that may be of a company, oldest first: by domain, before they are enriched by their address. */
export async function findOwnCandidates(db: Database, organization: string, domain: string) {
  const isUnknown = sql<boolean>`domain IS NULL AND status = 'enriching' AND email_key LIKE ${`%${domain}`}`
  return db
    .selectFrom('prospect')
    .select(['id', 'name', 'role', 'email', 'domain'])
    .where((is) => is.and({ organization, test: false }))
    .where(({ or, eb }) => or([eb('domain', '=', domain), isUnknown]))
    .orderBy('created_at')
    .orderBy('id')
    .limit(mostCandidates)
    .execute()
}

/** The prospect that a search found before: `search:` and its hash, `company:` a domain, `vendor:` or `list:` a person. */
export async function findSearchAnswer(db: Database, organization: string, key: string) {
  const { rows } = await sql<{ prospect: string }>`
    SELECT prospect FROM search WHERE organization = ${organization} AND key = ${key}`.execute(db)
  return rows[0]?.prospect
}

/** Stores prospects under keys. False where another transaction has stored one: then this one must be rolled back. */
export async function keepSearchAnswers(
  trx: Database,
  organization: string,
  answers: { key: string; prospect: string }[],
): Promise<boolean> {
  if (answers.length === 0) return true
  const { rows } = await sql`
    INSERT INTO search (organization, key, prospect)
    SELECT ${organization}, key, prospect
    FROM json_to_recordset(${JSON.stringify(answers)}::json) AS answer(key text, prospect text) ORDER BY key
    ON CONFLICT (organization, key) DO NOTHING RETURNING key`.execute(trx)
  return rows.length === answers.length
}
