import { findEmail, registrableDomain } from '../../base/words/addresses.ts'
import { DomainError } from '../../base/words/errors.ts'
import { jsonDepth, jsonMembers, jsonObject, parseObject } from '../../base/words/json.ts'
import { type Additional, assertMergedSize, type KnownFacts, statedFacts } from '../../base/words/prospect.ts'
import { cleanFacts } from '../../base/words/text.ts'
import { partsOfName } from '../names/short-names.ts'
import {
  addressIn,
  type BlankTest,
  hasSeveralAddresses,
  looksLikeAddress,
  meantLanguageOf,
  nothingIn,
  plainCell,
} from './cells.ts'
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
  additional: Record<string, string>
  /** Canonical BCP 47. */
  language?: string
}

/** What lines have in common that cannot be used: what is wrong, what to do, and under which title their addresses are. */
export type LineFault = Partial<Record<'what' | 'remedy' | 'addressUnder', string>>

/** Why a line cannot be used; the message is for its author. */
export class BadLine extends Error {
  readonly reason: LineFault | undefined

  constructor(message: string, reason?: LineFault) {
    super(message)
    this.reason = reason
  }
}

const longestLevels = 4

/**
 * Reads the person of a line, whose cells are in the order of the columns, with their JSON where they were. `isBlank` says which
 * say nothing, by default by the line alone. Throws BadLine.
 */
export function readListedPerson(
  cells: readonly string[],
  columns: readonly ListColumn[],
  json: readonly (string | undefined)[] = [],
  isBlank: BlankTest = nothingIn([cells]),
): ListedPerson {
  if (cells.some((cell) => cell.includes('\uFFFD')))
    throw new BadLine('has characters that cannot be read', {
      what: 'characters that cannot be read',
      remedy: 'Save the file as CSV in UTF-8, and choose it again.',
    })
  const texts: Texts = {}
  const members = new Map<string, string>()
  for (const [at, { meaning, key }] of columns.entries()) {
    const value = plainCell(cells[at] ?? '')
    if (value === '' || meaning === 'ignore' || isBlank(value, meaning)) continue
    if (meaning) texts[meaning] = value
    else members.set(key, json[at]?.startsWith('"') === false ? json[at] : JSON.stringify(value))
  }
  const [, name, address] = /^([^<>]*?)\s*<([^<>]+@[^<>]+)>$/.exec(texts.name ?? '') ?? []
  if (name && address) Object.assign(texts, { name, email: texts.email ?? address })
  const { named, email } = readEmail(texts.email ?? '', cells, columns)
  const additional = readAdditionalCells(members)
  const facts = { ...statedFacts(additional), ...readFacts(texts, columns, named) }
  const language = meantLanguageOf(texts.language ?? '')
  return {
    key: email ? `email:${email.key}` : nameKey(facts, columns),
    ...(email && { email: email.email, emailKey: email.key }),
    facts,
    additional: Object.fromEntries([...additional, ...saidParts(texts, facts.name)]),
    ...(language && { language }),
  }
}

type Texts = Partial<Record<ColumnMeaning, string>>

const correctThem = 'Correct it in the file, or under Problems after you create the campaign.'

function readEmail(cell: string, cells: readonly string[], columns: readonly ListColumn[]) {
  const address = addressIn(cell)
  const email = findEmail(address)
  const [, named] = /^([^<>]*)<[^<>]+>/.exec(cell) ?? []
  if (email) return { email, named: named?.trim().replace(/^"|"$/g, '') }
  const title = titleOf(columns, 'email')
  if (hasSeveralAddresses(cell))
    throw new BadLine(`${title}: has several addresses`, {
      remedy: 'Leave one of them, in the file or under Problems after you create the campaign.',
    })
  const what = address ? 'is not an e-mail address' : 'is empty'
  const isOther = (at: number) => !['email', 'ignore'].includes(columns[at]?.meaning ?? '')
  // The most likely mistake: the address is in a column of another title.
  const under = columns[cells.findIndex((each, at) => isOther(at) && looksLikeAddress(each))]?.title
  if (under !== undefined)
    throw new BadLine(
      `${title}: ${what}; there is one under ${under}: one of the two is in the wrong column`,
      {
        what: `${title} ${what}, but ${under} has an address`,
        remedy: `Put the address under ${title} in the file, or correct it under Problems after you create the campaign.`,
        addressUnder: under,
      },
    )
  if (address) throw new BadLine(`${title}: ${what}`, { remedy: correctThem })
  return {}
}

function readFacts(texts: Texts, columns: readonly ListColumn[], named: string | undefined): KnownFacts {
  const { firstName, lastName, company, role, industry, linkedin, domain: site } = texts
  // Chinese, Japanese and Korean names begin with that of the family.
  const parts = isEastern(lastName) ? [`${lastName}${firstName ?? ''}`] : [firstName, lastName]
  const name = texts.name ?? (parts.filter(Boolean).join(' ') || named || undefined)
  const domain = site === undefined ? undefined : registrableDomain(site)
  if (site !== undefined && !domain && !texts.email)
    throw new BadLine(`${titleOf(columns, 'domain')}: is not a web site, such as example.com`, {
      remedy: correctThem,
    })
  return cleanFacts({ name, company, role, industry, linkedin, domain })
}

const isEastern = (name = '') => /^[\p{Script=Han}\p{Script=Hangul}]/u.test(name)

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

function titleOf(columns: readonly ListColumn[], meaning: 'email' | 'domain'): string {
  const usual = { email: 'E-mail', domain: 'Website' }[meaning]
  return columns.find((column) => column.meaning === meaning)?.title ?? usual
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
