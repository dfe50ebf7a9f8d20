import { registrableDomain } from './addresses.ts'
import { invalidField } from './errors.ts'
import { jsonDepth, jsonMembers, jsonObject } from './json.ts'
import { cleanFacts } from './text.ts'

/** The states of a prospect: it is enriched once. */
export type ProspectStatus = 'enriching' | 'enriched'

/** The facts of a prospect that enrichment finds. Those that `additional` states take precedence. */
export const factFields = ['name', 'company', 'role', 'industry', 'linkedin', 'domain'] as const

export type FactField = (typeof factFields)[number]

/** The stored text fields of a person or a prospect; `additional` is JSON. */
export const personFields = ['email', ...factFields, 'profile', 'additional'] as const

export type PersonField = (typeof personFields)[number]

/** What is known of a prospect; what is not known is left out. */
export type KnownFacts = Partial<Record<FactField, string | undefined>>

/** What a client says about a prospect: the members of a JSON object, each value as the JSON text that was sent. */
export type Additional = ReadonlyMap<string, string>

/** Bytes of compact UTF-8 JSON. */
const maxBytes = 16 * 1024
const maxLevels = 5

/** Reads `additional` from a body that the schema has accepted. Throws `invalid-field` over 16 KiB, or over 5 levels counting itself. */
export function readAdditional(body: string): Additional | undefined {
  const text = jsonMembers(body).get('additional')
  if (text === undefined) return undefined
  if (Buffer.byteLength(text) > maxBytes)
    throw invalidField('additional: must be at most 16 KiB of compact UTF-8 JSON.')
  if (jsonDepth(text) > maxLevels)
    throw invalidField(`additional: must be at most ${maxLevels} levels deep, counting itself.`)
  return jsonMembers(text)
}

/** The stored text with `more` merged in at the first level. */
export function mergeAdditional(stored: string | null, more: Additional): string {
  return jsonObject(new Map([...jsonMembers(stored ?? '{}'), ...more]))
}

/** Whether the text is small enough to be stored as `additional`. */
export function isAllowedSize(additional: string): boolean {
  return Buffer.byteLength(additional) <= maxBytes
}

/** Throws `invalid-field` where the merged text is too large. */
export function assertMergedSize(merged: string): void {
  if (isAllowedSize(merged)) return
  throw invalidField('additional: together with what is stored it must be at most 16 KiB of compact JSON.')
}

/** The facts that `additional` states as strings, cleaned and cut. The domain is the registrable one of a host or URL. */
export function statedFacts(additional: Additional): Partial<Record<FactField, string>> {
  const told = factFields.map((field) => [field, JSON.parse(additional.get(field) ?? 'null')] as const)
  const facts = cleanFacts(Object.fromEntries(told) as Partial<Record<FactField, string>>)
  const domain = registrableDomain(facts.domain ?? '')
  return { ...facts, ...(domain && { domain }) }
}

/** The text without what PostgreSQL cannot store: NUL and lone surrogates. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
