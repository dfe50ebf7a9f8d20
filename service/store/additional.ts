import { jsonMembers, jsonObject } from '../exact-json.ts'

/** What a client says of a prospect: the members of a JSON object, each value as JSON text just as it came. */
export type Additional = ReadonlyMap<string, string>

/** Fields of a prospect that `additional` may name: what it says wins over what enrichment finds. */
export const tellableFields = ['name', 'company', 'role', 'industry', 'linkedin', 'domain'] as const

type ToldFields = Partial<Record<(typeof tellableFields)[number], string>>

/** The text that is stored, with `more` merged in at the first level. */
export function mergeAdditional(stored: string | null, more: Additional): string {
  return jsonObject(new Map([...jsonMembers(stored ?? '{}'), ...more]))
}

/** The fields that `additional` names with a text; blank ones name nothing. */
export function toldFields(additional: Additional): ToldFields {
  const told: ToldFields = {}
  for (const field of tellableFields) {
    const value: unknown = JSON.parse(additional.get(field) ?? 'null')
    if (typeof value === 'string' && value.trim() !== '') told[field] = storable(value)
  }
  return told
}

/** The text without what PostgreSQL takes in no text: NUL, and halves of surrogate pairs. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
