import { ApiError } from '../errors.ts'
import { canonicalLanguage, meantLanguage } from '../generation/language.ts'

const maxLength = 100

/** Brings a BCP 47 language tag to its canonical form: `EN-us` → `en-US`. Throws 40001 where it is none. */
export function readLanguage(tag: string): string {
  const canonical = tag.length <= maxLength ? canonicalLanguage(tag) : undefined
  if (canonical !== undefined) return canonical
  const meant = tag.length <= maxLength ? meantLanguage(tag) : undefined
  throw new ApiError(40001, `language: must be a BCP 47 language tag, such as ${meant ?? 'en or de-AT'}.`)
}
