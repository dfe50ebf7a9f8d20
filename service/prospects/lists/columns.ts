import { additionalKey } from '../owner.ts'
import { looksLikeAddress } from './addresses.ts'
import { areProfiles, isOfOthers, isSite, knowByContents, type Sample } from './contents.ts'
import { type Corrections, mergeCorrections } from './corrections.ts'
import type { ListColumn } from './list-column.ts'
import { type ColumnMeaning, findTitle } from './titles.ts'

/** What the columns of a list are known by, besides their titles. */
export interface Clues {
  corrections?: Corrections | undefined
  /** What was said of the same header before. */
  remembered?: Corrections | undefined
  sample?: Sample | undefined
}

interface Claim {
  meaning: ColumnMeaning | 'ignore'
  /** The smaller, the more certain. */
  rank: number
  by?: 'contents'
}

const ranks = { said: -1, inParts: 1000, second: 500, byContents: 2000, blank: 3000 }

/**
 * Recognises the columns of a header: by what is said of them, by their titles, else by what is in them. Of two columns
 * with one meaning the more certain has it; the other becomes `additional`, like every column that is not known. Equal
 * titles are numbered.
 */
export function readColumns(
  header: readonly string[],
  { corrections, remembered, sample = [] }: Clues = {},
): ListColumn[] {
  const said = mergeCorrections(remembered, corrections)
  const claims = header.map((title, at) => claimOf(title, isBlank(sample, at), said))
  for (const [at, claim] of claims.entries())
    if (claim?.meaning === 'domain' && claim.rank >= 0 && areProfiles(sample.map((row) => row[at] ?? '')))
      claims[at] = { ...claim, meaning: 'linkedin' }
  for (const [at, meaning] of knowByContents(untold(header, { claims, said, sample })))
    claims[at] = { meaning, rank: ranks.byContents, by: 'contents' }
  readLastNames(claims, { said, header, sample })
  const taken = firstClaims(claims)
  const columns: ListColumn[] = []
  for (const [at, title] of header.entries()) {
    const claim = claims[at]
    const has = claim && (claim.meaning === 'ignore' || taken.get(claim.meaning) === at)
    const isRemembered = remembered?.has(title.trim()) && !corrections?.has(title.trim())
    columns.push({
      title,
      key: freshKey(columns, keyOf(title, at)),
      ...(has && { meaning: claim.meaning }),
      ...(has && claim.by && { by: claim.by }),
      ...(isRemembered && { by: 'memory' as const }),
    })
  }
  return columns
}

function claimOf(title: string, isEmpty: boolean, said: Corrections): Claim | undefined {
  const corrected = said.get(title.trim())
  if (corrected === 'additional') return undefined
  if (corrected) return { meaning: corrected, rank: ranks.said }
  const known = findTitle(title) ?? inParts(title)
  return known && isEmpty ? { ...known, rank: ranks.blank + known.rank } : known
}

/** `Industry (HS)`, `Company / Account` and `Person - Job title`, where all parts that are known mean the same. */
function inParts(title: string): Claim | undefined {
  if (isOfOthers(title)) return undefined
  const parts = title.replace(ofPerson, '').split(/[()[\]/:–]| - /)
  const known = parts.flatMap((part) => findTitle(part) ?? [])
  const [first] = known
  if (!first || known.some(({ meaning }) => meaning !== first.meaning)) return undefined
  const isSecond = /home|priva|person[aln]|second|other|altern/i.test(parts.slice(1).join())
  return { meaning: first.meaning, rank: ranks.inParts + first.rank + (isSecond ? ranks.second : 0) }
}

/** Pipedrive says in front of each title what it is about. */
const ofPerson = /^\s*(person|personne|persona|contact|kontakt|contacto|contatto|lead) - /i

/** `Name` beside `Vorname` is the last name, if the first is not in it too. */
function readLastNames(
  claims: (Claim | undefined)[],
  { said, header, sample }: { said: Corrections; header: readonly string[]; sample: Sample },
): void {
  const taken = firstClaims(claims)
  const [name, first] = [taken.get('name'), taken.get('firstName')]
  if (name === undefined || first === undefined || taken.has('lastName')) return
  if (said.has(header[name]?.trim() ?? '')) return
  const both = sample.filter((row) => row[name]?.trim() && row[first]?.trim())
  const whole = both.filter((row) =>
    row[name]?.toLowerCase().includes(row[first]?.trim().toLowerCase() ?? ''),
  )
  if (both.length > 0 && whole.length < both.length / 2)
    claims[name] = { ...(claims[name] as Claim), meaning: 'lastName' }
}

function isBlank(sample: Sample, at: number): boolean {
  return sample.length > 0 && sample.every((row) => !row[at]?.trim())
}

interface Told {
  claims: readonly (Claim | undefined)[]
  said: Corrections
  sample: Sample
}

/** What contents have to decide: columns of which nothing is known, and, if nothing else has addresses, any. */
function untold(header: readonly string[], { claims, said, sample }: Told) {
  const isOpen = (at: number) => !said.has(header[at]?.trim() ?? '')
  const open = [...header.keys()].filter(isOpen)
  const known = firstClaims(claims.map((claim) => (claim && claim.rank < ranks.blank ? claim : undefined)))
  return {
    header,
    sample,
    free: open.filter((at) => !claims[at]),
    vague: open.filter((at) => claims[at] && claims[at].meaning !== 'email'),
    known,
  }
}

/** Where each meaning stands: of several columns that claim it, in the most certain one. */
function firstClaims(claims: readonly (Claim | undefined)[]): Map<ColumnMeaning, number> {
  const taken = new Map<ColumnMeaning, number>()
  claims.forEach((claim, at) => {
    if (!claim || claim.meaning === 'ignore') return
    const before = taken.get(claim.meaning)
    if (before === undefined || claim.rank < (claims[before]?.rank ?? 0)) taken.set(claim.meaning, at)
  })
  return taken
}

/**
 * Whether the first line is no header but a person: it has an address, if no title is known or the address is above others,
 * or a site above others, if no title is known.
 */
export function isPerson(header: readonly string[], { corrections, sample = [] }: Clues): boolean {
  const isKnown = countKnown(header) > 0
  return header.some((title, at) => {
    const isAbove = (is: (cell: string) => boolean) => sample.some((row) => is(row[at]?.trim() ?? ''))
    if (corrections?.has(title.trim())) return false
    if (looksLikeAddress(title)) return !isKnown || isAbove(looksLikeAddress)
    return !isKnown && isSite(title) && isAbove(isSite)
  })
}

/** How many titles of a header are known. */
export function countKnown(header: readonly string[]): number {
  return header.filter((title) => findTitle(title)).length
}

/** Whether the columns can identify people. */
export function nameSomebody(columns: readonly ListColumn[]): boolean {
  const has = (...meanings: ColumnMeaning[]) =>
    columns.some(({ meaning }) => meaning && (meanings as string[]).includes(meaning))
  return has('email') || (has('name', 'firstName', 'lastName') && has('domain'))
}

function keyOf(title: string, at: number): string {
  return /[\p{L}\p{N}]/u.test(title) ? additionalKey(title).slice(0, longestKey) : `column_${at + 1}`
}

const longestKey = 100

function freshKey(columns: readonly ListColumn[], key: string): string {
  const taken = new Set(columns.map((column) => column.key))
  let fresh = key
  for (let number = 2; taken.has(fresh); number++) fresh = `${key}_${number}`
  return fresh
}
