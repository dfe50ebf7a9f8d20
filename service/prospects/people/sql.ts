import { type Selectable, sql } from 'kysely'
import type { Database } from '../../base/database/database.ts'
import type { PersonColumns } from '../../base/database/sql.ts'
import { personFields } from '../../base/words/prospect.ts'

/** A person of the directory. One that a search finds becomes a prospect. */
interface PersonTable extends PersonColumns {
  organization: string
  /** What identifies the person: see `personKeys`. */
  key: string
  /** The role's canonical words, each between spaces, for look-ups by word. */
  words: string
  /** Index into `seniorities`. */
  seniority: number
  /** The prospect that a search made of this person. */
  prospect: string | null
}

declare module '../../base/database/schema.ts' {
  interface Schema {
    person: PersonTable
  }
}

export type PersonRow = Selectable<PersonTable>
export type NewPerson = Omit<PersonRow, 'organization' | 'prospect'>

/** What people are searched by; all of it has to match. */
interface PeopleFilter {
  /** Words that the role has all of. */
  words: readonly string[]
  /** Words that the role has one of. */
  oneOf?: readonly string[] | undefined
  /** Index into `seniorities`. */
  seniority?: number | undefined
}

/** Enough candidates where many people have the same title. */
const mostPeople = 100

/**
 * People of a company who may match, best first, in pages: with words, those whose role has exactly these, then the
 * shortest roles; without, the most senior. People with exactly this role are found by index, even among a million.
 */
export async function* findPeople(
  db: Database,
  organization: string,
  domain: string,
  filter: PeopleFilter,
): AsyncGenerator<PersonRow[]> {
  const { words } = filter
  const company = ofCompany(db, organization, domain, filter)
  if (words.length > 0)
    yield await company
      .where('words', '=', ` ${words.join(' ')} `)
      .orderBy('key')
      .limit(mostPeople)
      .execute()
  let query = company
  for (const word of words) query = query.where('words', 'like', has(word))
  yield await query
    .orderBy(words.length > 0 ? sql`length(words)` : 'seniority')
    .orderBy(sql`name IS NULL`)
    .orderBy('key')
    .limit(mostPeople)
    .execute()
}

function ofCompany(db: Database, organization: string, domain: string, { oneOf, seniority }: PeopleFilter) {
  let query = db
    .selectFrom('person')
    .selectAll()
    .where((is) => is.and({ organization, domain }))
  if (oneOf) query = query.where(({ or, eb }) => or(oneOf.map((word) => eb('words', 'like', has(word)))))
  if (seniority !== undefined) query = query.where('seniority', '=', seniority)
  return query
}

/** Locks a person until the end of the transaction. */
export async function lockPerson(
  trx: Database,
  organization: string,
  key: string,
): Promise<PersonRow | undefined> {
  return trx
    .selectFrom('person')
    .selectAll()
    .where((is) => is.and({ organization, key }))
    .forUpdate()
    .executeTakeFirst()
}

/** Locks several people in the order of their keys. */
export async function lockPeople(
  trx: Database,
  organization: string,
  keys: readonly string[],
): Promise<void> {
  await trx
    .selectFrom('person')
    .select('key')
    .where((is) => is.and({ organization }))
    .where('key', 'in', [...keys])
    .orderBy('key')
    .forUpdate()
    .execute()
}

/** Stores which prospect a person became. */
export async function linkPerson(
  trx: Database,
  organization: string,
  key: string,
  prospect: string,
): Promise<void> {
  await trx
    .updateTable('person')
    .set({ prospect })
    .where((is) => is.and({ organization, key }))
    .execute()
}

const columns = ['key', ...personFields, 'words'] as const
/** Fields whose old value stays where a new entry has none. */
const kept = personFields.filter((field) => field !== 'role')

/**
 * Inserts people into the directory, or updates them, in one statement. Values that a new entry leaves out stay. Each
 * key may come only once.
 */
export async function upsertPeople(
  db: Database,
  organization: string,
  unordered: readonly NewPerson[],
): Promise<void> {
  // In one order, so that two imports of the same people cannot deadlock.
  const people = unordered.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const arrays = columns.map((column) => sql`${people.map((person) => person[column])}::text[]`)
  const seniorities = sql`${people.map(({ seniority }) => seniority)}::smallint[]`
  await sql`
    INSERT INTO person (organization, ${sql.join(columns.map((column) => sql.ref(column)))}, seniority)
    SELECT ${organization}, * FROM unnest(${sql.join(arrays)}, ${seniorities})
    ON CONFLICT (organization, key) DO UPDATE SET
      ${sql.join(kept.map((field) => sql`${sql.ref(field)} = coalesce(${sql.ref(`excluded.${field}`)}, ${sql.ref(`person.${field}`)})`))},
      words = CASE WHEN excluded.role IS NULL THEN person.words ELSE excluded.words END,
      seniority = CASE WHEN excluded.role IS NULL THEN person.seniority ELSE excluded.seniority END,
      role = coalesce(excluded.role, person.role)`.execute(db)
}

function has(word: string): string {
  return `% ${word} %`
}
