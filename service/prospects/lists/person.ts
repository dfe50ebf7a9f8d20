import { parseEmail, registrableDomain } from '../../base/words/addresses.ts'
import { DomainError } from '../../base/words/errors.ts'
import { jsonDepth, jsonMembers, jsonObject, parseObject } from '../../base/words/json.ts'
import { type Additional, assertMergedSize, type KnownFacts, statedFacts } from '../../base/words/prospect.ts'
import { cleanFacts } from '../../base/words/text.ts'
import { partsOfName } from '../names/short-names.ts'
import { addressIn, hasSeveralAddresses, looksLikeAddress } from './addresses.ts'
import { meantLanguageOf } from './languages.ts'
import type { ListColumn } from './list-column.ts'
import type { ColumnMeaning } from './titles.ts'

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

/** What lines have in common that cannot be used. */
export interface LineFault {
  /** What is wrong. Default: the problem. */
  what?: string
  /** What to do. */
  remedy?: string
  /** The title of the column under which their addresses are. */
  addressUnder?: string
}

/** Why a line cannot be used; the message is for its author. */
export class BadLine extends Error {
  readonly reason: LineFault | undefined

  constructor(message: string, reason?: LineFault) {
    super(message)
    this.reason = reason
  }
}

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
    throw new BadLine('has characters that cannot be read', {
      what: 'characters that cannot be read',
      remedy: 'Save the file as CSV in UTF-8, and choose it again.',
    })
  const told = gather(cells, columns)
  const [, name, address] = /^([^<>]*?)\s*<([^<>]+@[^<>]+)>$/.exec(told.texts.name ?? '') ?? []
  if (name && address) Object.assign(told.texts, { name, email: told.texts.email ?? address })
  const { named, email } = readEmail(cells, columns, told.texts)
  const additional = readAdditionalCells(told.additional)
  const facts = { ...statedFacts(additional), ...readFacts(told.texts, columns, named) }
  const language = meantLanguageOf(told.texts.language ?? '')
  return {
    key: email ? `email:${email.key}` : nameKey(facts, columns),
    ...(email && { email: email.email, emailKey: email.key }),
    facts,
    additional: new Map([...additional, ...saidParts(told.texts, facts.name)]),
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
    if (value === '' || meaning === 'ignore') continue
    if (meaning) texts[meaning] = value
    else additional.set(key, json ?? JSON.stringify(value))
  }
  return { texts, additional }
}

/** Characters without width, and those that PostgreSQL cannot store. */
const invisible = /[\0\u200B\u200E\u200F\u2060\uFEFF]|\p{Cs}/gu

function readEmail(cells: readonly (Cell | undefined)[], columns: readonly ListColumn[], texts: Texts) {
  const cell = texts.email ?? ''
  const [, named] = /^([^<>]*)<[^<>]+>/.exec(cell) ?? []
  const address = addressIn(cell)
  try {
    if (address) return { named: named?.trim().replace(/^"|"$/g, ''), email: parseEmail(address) }
  } catch {
    if (hasSeveralAddresses(cell))
      throw new BadLine(`${titleOf(columns, 'email')}: has several addresses`, {
        remedy: 'Leave one of them, in the file or under Problems after you create the campaign.',
      })
    throw badAddress('is no e-mail address', cells, columns)
  }
  if (titleOfAddress(cells, columns) !== undefined) throw badAddress('is empty', cells, columns)
  return {}
}

/** The most likely mistake: the address is in a column of another title. */
function titleOfAddress(
  cells: readonly (Cell | undefined)[],
  columns: readonly ListColumn[],
): string | undefined {
  const at = cells.findIndex(
    (cell, index) =>
      !['email', 'ignore'].includes(columns[index]?.meaning ?? '') && looksLikeAddress(cell?.text ?? ''),
  )
  return columns[at]?.title
}

function badAddress(
  what: string,
  cells: readonly (Cell | undefined)[],
  columns: readonly ListColumn[],
): BadLine {
  const title = titleOf(columns, 'email')
  const under = titleOfAddress(cells, columns)
  if (under === undefined) return new BadLine(`${title}: ${what}`, { remedy: correctThem })
  return new BadLine(
    `${title}: ${what}; there is one under ${under}: one of the two is in the wrong column`,
    {
      what: `${title} ${what}, but ${under} has an address`,
      remedy: `Put the address under ${title} in the file, or correct it under Problems after you create the campaign.`,
      addressUnder: under,
    },
  )
}

const correctThem = 'Correct it in the file, or under Problems after you create the campaign.'

function readFacts(texts: Texts, columns: readonly ListColumn[], named: string | undefined): KnownFacts {
  const { firstName, lastName, company, role, industry, linkedin, domain: site } = texts
  const name = texts.name ?? ([firstName, lastName].filter(Boolean).join(' ') || named || undefined)
  const domain = site === undefined ? undefined : registrableDomain(site)
  if (site !== undefined && !domain && !texts.email)
    throw new BadLine(`${titleOf(columns, 'domain')}: is no web site, such as example.com`, {
      remedy: correctThem,
    })
  return cleanFacts({ name, company, role, industry, linkedin, domain })
}

/** First and last name as the list says them, where the name alone does not: kept beside it, for greetings. */
function saidParts({ firstName, lastName }: Texts, name: string | undefined): [key: string, json: string][] {
  if (name === undefined) return []
  const plain = partsOfName(name)
  if (plain?.first === firstName && plain?.last === lastName) return []
  const said = { first_name: firstName, last_name: lastName }
  return Object.entries(said).flatMap(([key, part]) => (part ? [[key, JSON.stringify(part)]] : []))
}

function nameKey({ name, domain }: KnownFacts, columns: readonly ListColumn[]): string {
  if (name && domain) return `name:${domain} ${name.toLowerCase()}`
  const title = titleOf(columns, 'email')
  throw new BadLine(`has no address: fill in ${title}, or a name and a web site`, {
    what: 'no address',
    remedy: `Fill in ${title}, or a name and a web site, in the file or under Problems after you create the campaign.`,
  })
}

function titleOf(columns: readonly ListColumn[], meaning: ColumnMeaning): string {
  return (
    columns.find((column) => column.meaning === meaning)?.title ??
    { email: 'E-mail', domain: 'Website' }[meaning as string] ??
    meaning
  )
}

/** The members of an object under `additional` are added; in CSV it is its text. */
function readAdditionalCells(cells: Map<string, string>): Additional {
  const said = cells.get('additional') ?? ''
  const object = said.startsWith('"{') ? (JSON.parse(said) as string) : said
  const members = new Map(cells)
  if (parseObject(object)) {
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
