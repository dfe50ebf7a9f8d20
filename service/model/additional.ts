import { DomainError } from './errors.ts'
import { jsonDepth, jsonMembers, jsonObject } from './exact-json.ts'
import { type FactField, factFields } from './prospect.ts'

/** What a client says of a prospect: the members of a JSON object, each value as JSON text just as it came. */
export type Additional = ReadonlyMap<string, string>

/** Bytes of compact UTF-8 JSON. */
const maxBytes = 16 * 1024
const maxLevels = 5

/**
 * Takes `additional` out of a request's body as it came. Undefined where the body has none.
 * Throws `invalid-field` where it is over 16 KiB of compact UTF-8 JSON, or over 5 levels counting itself.
 *
 * @param body JSON text of an object that the operation's schema has accepted.
 */
export function readAdditional(body: string): Additional | undefined {
  const text = jsonMembers(body).get('additional')
  if (text === undefined) return undefined
  if (Buffer.byteLength(text) > maxBytes)
    throw new DomainError('invalid-field', 'additional: must be at most 16 KiB of compact UTF-8 JSON.')
  if (jsonDepth(text) > maxLevels)
    throw new DomainError(
      'invalid-field',
      `additional: must be at most ${maxLevels} levels deep, counting itself.`,
    )
  return jsonMembers(text)
}

/** The text that is stored, with `more` merged in at the first level. */
export function mergeAdditional(stored: string | null, more: Additional): string {
  return jsonObject(new Map([...jsonMembers(stored ?? '{}'), ...more]))
}

/** Whether what is stored as `additional` is not too large. */
export function isAllowedSize(additional: string): boolean {
  return Buffer.byteLength(additional) <= maxBytes
}

/** Throws `invalid-field` where what was stored and what was merged into it are too large together. */
export function assertMergedSize(merged: string): void {
  if (isAllowedSize(merged)) return
  throw new DomainError(
    'invalid-field',
    'additional: together with what is stored it must be at most 16 KiB of compact JSON.',
  )
}

/** The facts that `additional` states as a text; blank ones state nothing. */
export function statedFacts(additional: Additional): Partial<Record<FactField, string>> {
  const stated: Partial<Record<FactField, string>> = {}
  for (const field of factFields) {
    const value: unknown = JSON.parse(additional.get(field) ?? 'null')
    if (typeof value === 'string' && value.trim() !== '') stated[field] = storable(value)
  }
  return stated
}

/** The text without what PostgreSQL takes in no text: NUL, and halves of surrogate pairs. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
