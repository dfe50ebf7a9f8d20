import { type Additional, assertMergedSize, statedFacts } from '../../base/words/additional.ts'
import { registrableDomain } from '../../base/words/domain.ts'
import { parseEmail } from '../../base/words/email.ts'
import { DomainError } from '../../base/words/errors.ts'
import { jsonDepth, jsonMembers, jsonObject } from '../../base/words/exact-json.ts'
import type { KnownFacts } from '../../base/words/prospect.ts'
import { cleanFacts } from '../../base/words/text.ts'
import type { ColumnMeaning, ListColumn } from '../listed-columns.ts'
import { meantLanguageOf } from './languages.ts'

/** A person in a list. */
export interface ListedPerson {
  /** Unique for each person: the address in lower case, else domain and name. */
  key: string
  /** As it was written; left out where only name and domain are known. */
  email?: string
  emailKey?: string
  facts: KnownFacts
  /** The values of the columns without a known meaning, as JSON text. */
  additional: Additional
  /** Canonical BCP 47. */
  language?: string
}

/** Why a line cannot be used; the message is for its author. */
export class BadLine extends Error {}

/** A cell's text, and its JSON text where it was JSON. */
export interface Cell {
  text: string
  json?: string
}

const longestLevels = 4

/** Reads the person of a line, whose cells are in the order of the columns. Throws BadLine. */
export function readListedPerson(
  cells: readonly (Cell | undefined)[],
  columns: readonly ListColumn[],
): ListedPerson {
  if (cells.some((cell) => cell?.text.includes('\uFFFD')))
    throw new BadLine('has characters that cannot be read')
  const told = gather(cells, columns)
  const { named, email } = readEmail(cells, columns, told.texts)
  const additional = readAdditionalCells(told.additional)
  const facts = { ...statedFacts(additional), ...readFacts(told.texts, columns, named) }
  const language = meantLanguageOf(told.texts.language ?? '')
  return {
    key: email ? `email:${email.key}` : nameKey(facts, columns),
    ...(email && { email: email.email, emailKey: email.key }),
    facts,
    additional,
    ...(language && { language }),
  }
}

type Texts = Partial<Record<ColumnMeaning, string>>

function gather(cells: readonly (Cell | undefined)[], columns: readonly ListColumn[]) {
  const texts: Texts = {}
  const additional = new Map<string, string>()
  for (const [at, { meaning, key }] of columns.entries()) {
    const { text = '', json } = cells[at] ?? {}
    const value = text.replace(invisible, '').trim()
    if (value === '') continue
    if (meaning) texts[meaning] = value
    else additional.set(key, json ?? JSON.stringify(value))
  }
  return { texts, additional }
}

/** Characters without width, and those that PostgreSQL cannot store. */
const invisible = /[\0\u200B\u200E\u200F\u2060\uFEFF]|\p{Cs}/gu

function readEmail(cells: readonly (Cell | undefined)[], columns: readonly ListColumn[], texts: Texts) {
  const [, named, inside] = /^([^<>]*)<([^<>]+)>$/.exec(texts.email ?? '') ?? []
  const address = (inside ?? texts.email)?.replace(/^mailto:/i, '')
  try {
    if (address) return { named: named?.trim().replace(/^"|"$/g, ''), email: parseEmail(address) }
  } catch {
    throw new BadLine(`${titleOf(columns, 'email')}: is no e-mail address${elsewhere(cells, columns)}`)
  }
  const elsewhereFound = elsewhere(cells, columns)
  if (elsewhereFound) throw new BadLine(`${titleOf(columns, 'email')}: is empty${elsewhereFound}`)
  return {}
}

/** Whether a text looks like an e-mail address. */
export function looksLikeAddress(text: string): boolean {
  const [local, domain, ...more] = text.trim().split('@')
  return more.length === 0 && !!local && !!domain?.includes('.') && !/\s/.test(local + domain)
}

/** The most likely mistake: the address is in a column of another title. */
function elsewhere(cells: readonly (Cell | undefined)[], columns: readonly ListColumn[]): string {
  const at = cells.findIndex(
    (cell, index) => columns[index]?.meaning !== 'email' && looksLikeAddress(cell?.text ?? ''),
  )
  const title = columns[at]?.title
  return title === undefined ? '' : `; there is one under ${title}: one of the two is in the wrong column`
}

function readFacts(texts: Texts, columns: readonly ListColumn[], named: string | undefined): KnownFacts {
  const { firstName, lastName, company, role, industry, linkedin, domain: site } = texts
  const name = texts.name ?? ([firstName, lastName].filter(Boolean).join(' ') || named || undefined)
  const domain = site === undefined ? undefined : registrableDomain(site)
  if (site !== undefined && !domain && !texts.email)
    throw new BadLine(`${titleOf(columns, 'domain')}: is no web site, such as example.com`)
  return cleanFacts({ name, company, role, industry, linkedin, domain })
}

function nameKey({ name, domain }: KnownFacts, columns: readonly ListColumn[]): string {
  if (name && domain) return `name:${domain} ${name.toLowerCase()}`
  const title = titleOf(columns, 'email')
  throw new BadLine(`has no address: fill in ${title}, or a name and a web site`)
}

function titleOf(columns: readonly ListColumn[], meaning: ColumnMeaning): string {
  return (
    columns.find((column) => column.meaning === meaning)?.title ??
    { email: 'E-mail', domain: 'Website' }[meaning as string] ??
    meaning
  )
}

/** The members of an object under `additional`, as NDJSON may have it, are added. */
function readAdditionalCells(cells: Map<string, string>): Additional {
  const object = cells.get('additional')
  const members = new Map(cells)
  if (object?.startsWith('{')) {
    members.delete('additional')
    for (const [key, value] of jsonMembers(object)) members.set(key, value)
  }
  try {
    assertMergedSize(jsonObject(members))
  } catch (error) {
    throw error instanceof DomainError ? new BadLine('says more than 16 KiB of one person') : error
  }
  if ([...members.values()].some((value) => jsonDepth(value) > longestLevels))
    throw new BadLine('additional: has more than 5 levels')
  return members
}
