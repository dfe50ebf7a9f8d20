import { jsonMembers } from '../base/words/json.ts'
import {
  type Additional,
  assertMergedSize,
  type FactField,
  factFields,
  isAllowedSize,
  type KnownFacts,
  mergeAdditional,
  statedFacts,
  storable,
} from '../base/words/prospect.ts'
import { cleanText, maxLengths } from '../base/words/text.ts'
import { ownerOf, parseAdditional } from './owner.ts'

/** Facts about a prospect. `description` says what the company does; it becomes part of the profile. */
export type Facts = Partial<Record<'email' | FactField | 'description' | 'profile', string | undefined>>

/**
 * Facts, and where each is from, by field: `company`, or `additional.lifecycle_stage`. A source is `request`, `directory`,
 * `list:ID` with the id of the campaign, the name of one that enrichment asks, or `motif` for a profile that it wrote.
 */
export interface Known {
  facts: Facts
  sources: ReadonlyMap<string, string>
}

export const fromRequest = 'request'
export const fromDirectory = 'directory'

/** Whether a fact may be replaced: an address is only a sign of a name and a company, and Motif writes its profiles again. */
export function isGuess(field: string, source: string | undefined): boolean {
  return source === 'motif' || (source === 'email' && field !== 'domain')
}

/** Facts of one source. */
export function factsFrom(source: string, facts: Facts): Known {
  const known = Object.entries(facts).filter(([, value]) => value)
  return { facts: Object.fromEntries(known), sources: new Map(known.map(([field]) => [field, source])) }
}

/** Adds what was found to what is known: it fills empty fields, and stated values replace guessed ones. */
export function withFound(known: Known, found: Known): Known {
  const isWanted = (field: string) =>
    !Object.hasOwn(known.facts, field) ||
    (isGuess(field, known.sources.get(field)) && !isGuess(field, found.sources.get(field)))
  const taken = Object.entries(found.facts).filter(([field]) => isWanted(field))
  const sources = taken.map(([field]) => [field, found.sources.get(field) ?? ''] as const)
  return {
    facts: { ...known.facts, ...Object.fromEntries(taken) },
    sources: new Map([...known.sources, ...sources]),
  }
}

/** The columns of a prospect in which facts are. */
export const factColumns = [...factFields, 'description', 'profile'] as const

/** What is stored of a prospect. */
export type StoredFacts = Record<(typeof factColumns)[number] | 'email' | 'additional', string | null> & {
  /** JSON, the fields of each source: `{"website":["company","industry"]}`. */
  sources: string
}

/** The known facts of a stored prospect. */
export function knownOfProspect(prospect: StoredFacts): Known {
  const known = (['email', ...factColumns] as const).filter((field) => prospect[field] !== null)
  const bySource = Object.entries(JSON.parse(prospect.sources) as Record<string, string[]>)
  return {
    facts: Object.fromEntries(known.map((field) => [field, prospect[field] ?? undefined])),
    sources: new Map(bySource.flatMap(([source, of]) => of.map((field) => [field, source] as const))),
  }
}

/** Facts as column values. */
export function toColumns({ facts, sources }: Known) {
  const values = factColumns.map((field) => [field, facts[field] ?? null])
  const bySource = [...Map.groupBy(sources, ([, source]) => source)].map(
    ([source, of]) => [source, of.map(([field]) => field).sort()] as const,
  )
  const sorted = Object.fromEntries(bySource.sort(([a], [b]) => (a < b ? -1 : 1)))
  return {
    ...(Object.fromEntries(values) as Record<(typeof factColumns)[number], string | null>),
    sources: JSON.stringify(sorted),
  }
}

/** What somebody says of a prospect, and who: see `Known`. */
export interface Said {
  source: string
  additional?: Additional | undefined
  /** Facts that are stated beside `additional`. */
  facts?: (KnownFacts & { email?: string }) | undefined
}

/** What is merged into a prospect. */
export interface MoreOfProspect {
  /** From a client or a list: it replaces everything. */
  said?: Said | undefined
  /** From the directory or a vendor: it fills what is empty or guessed. */
  found?: { source: string; facts: Facts; additional?: string | null | undefined } | undefined
}

/** The columns of a prospect with more merged in. Throws `invalid-field` where `additional` would be too large. */
export function withMore(prospect: StoredFacts, { said, found }: MoreOfProspect) {
  const before = knownOfProspect(prospect)
  const filled = found ? withFound(before, factsFrom(found.source, found.facts)) : before
  const stated = said ? { ...(said.additional && statedFacts(said.additional)), ...said.facts } : {}
  const sources = new Map(filled.sources)
  // What is only said again stays with who said it first.
  const say = (field: string, source: string, isNews: boolean) => {
    if (isNews || !sources.has(field)) sources.set(field, source)
  }
  for (const [field, value] of Object.entries(stated)) {
    const isNews = filled.facts[field as FactField] !== value || isGuess(field, sources.get(field))
    say(field, said?.source ?? '', isNews)
  }
  const members = jsonMembers(prospect.additional ?? '{}')
  for (const [key, json] of said?.additional ?? [])
    say(`additional.${key}`, said?.source ?? '', members.get(key) !== json)
  const additional = additionalWith(prospect.additional, said?.additional, found?.additional ?? null)
  if (found)
    for (const key of jsonMembers(additional ?? '{}').keys()) say(`additional.${key}`, found.source, false)
  const known = { facts: { ...filled.facts, ...stated }, sources }
  const isSame = prospect.profile === null || sameFacts(known.facts, before.facts)
  const owner = storable(ownerOf(parseAdditional(additional)) ?? '') || null
  return { ...toColumns(isSame ? known : withProfile(known)), additional, owner }
}

/** The directory's is taken only where there is none, and left out where it would be too large together. */
function additionalWith(stored: string | null, told: Additional | undefined, listed: string | null) {
  if (!told) return stored ?? listed
  const all = mergeAdditional(stored ?? listed, told)
  const merged = stored === null && !isAllowedSize(all) ? mergeAdditional(null, told) : all
  if (merged !== stored) assertMergedSize(merged)
  return merged
}

/** A profile that a language model wrote, and the facts that it was given. */
export interface WrittenProfile {
  text: string
  facts: Facts
}

/** Adds the profile that was written of these facts, else a composed one. One that somebody stated stays. */
export function withProfile(known: Known, written?: WrittenProfile): Known {
  if (isProfileStated(known)) return known
  const isOfThese = written && sameFacts(known.facts, written.facts)
  const profile = isOfThese ? written.text : composeProfile(known.facts)
  if (profile === undefined) return known
  return { facts: { ...known.facts, profile }, sources: new Map([...known.sources, ['profile', 'motif']]) }
}

/** Whether the profile is not Motif's. */
export function isProfileStated({ facts, sources }: Known): boolean {
  return facts.profile !== undefined && !isGuess('profile', sources.get('profile'))
}

function sameFacts(facts: Facts, others: Facts): boolean {
  return factFields.every((field) => facts[field] === others[field])
}

/** One readable paragraph of what is known: `Jane Doe is CTO at Acme.` Undefined where nothing is. */
function composeProfile(facts: Facts): string | undefined {
  const sentences = [
    personSentence(facts),
    companySentence(facts),
    facts.description && ended(facts.description),
  ]
  return cleanText(sentences.filter(Boolean).join(' '), maxLengths.profile)
}

function personSentence({ name, email, role, company }: Facts): string | undefined {
  const who = name ?? (email ? 'The prospect' : undefined)
  if (!who) return undefined
  if (role) return `${who} is ${role}${company ? ` at ${company}` : ''}.`
  if (company) return `${who} works at ${company}.`
  return name && `The prospect is ${name}.`
}

function companySentence({ company, industry, domain, name, email }: Facts): string | undefined {
  const site = domain ? ` (${domain})` : ''
  if (company && industry) return `${company}${site} is a company in this industry: ${ended(industry)}`
  if (company && domain) return `${company} is found at ${domain}.`
  if (company) return name || email ? undefined : `${company} is a company.`
  if (industry) return `The industry is ${ended(industry)}`
  return domain && `The company is found at ${domain}.`
}

function ended(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}
