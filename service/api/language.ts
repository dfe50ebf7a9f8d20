import { ApiError } from '../errors.ts'

/** Brings a BCP 47 language tag to its canonical form: `EN-us` → `en-US`. Throws 40001 where it is none. */
export function canonicalLanguage(tag: string): string {
  try {
    const [canonical] = Intl.getCanonicalLocales(tag)
    if (canonical && canonical.length <= 100) return canonical
  } catch {
    // Told below.
  }
  throw new ApiError(40001, 'language: must be a BCP 47 language tag, such as en or de-AT.')
}
