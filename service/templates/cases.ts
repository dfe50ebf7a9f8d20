import { personFields } from '../base/words/prospect.ts'
import { comparable } from '../base/words/text.ts'

/** What a template can write after `prospect.`, and what a case can ask. */
export const prospectFields: readonly string[] = [
  'id',
  'status',
  ...personFields,
  'first_name',
  'last_name',
  'company_short',
  'createdAt',
  'updatedAt',
].sort()

/** One test of a case. What it compares is as `plain` writes it. */
export type CaseTest =
  | { field: string; is: string[] }
  | { field: string; contains: string }
  | { field: string; known: boolean }

/** Whether a case's `when` can name the field: `industry`, `additional.city`. */
export function isCaseField(field: string): boolean {
  return prospectFields.includes(field) ? field !== 'additional' : /^additional\../s.test(field)
}

/** The position of the first case all of whose tests hold; undefined if none does. */
export function caseFor(
  cases: readonly { when: readonly CaseTest[] }[],
  prospect: Readonly<Record<string, unknown>>,
): number | undefined {
  const at = cases.findIndex(({ when }) => when.every((test) => holds(test, valuesOf(prospect, test.field))))
  return at < 0 ? undefined : at
}

function holds(test: CaseTest, values: string[]): boolean {
  if ('known' in test) return test.known === values.length > 0
  if ('is' in test) return values.some((value) => test.is.includes(value))
  return values.some((value) => value.includes(test.contains))
}

/** The value, or those of a list, as `plain` writes them; none for what is not known. */
function valuesOf(prospect: Readonly<Record<string, unknown>>, field: string): string[] {
  const name = field.replace(/^additional\./s, '')
  const from = name === field ? prospect : (prospect.additional as Record<string, unknown> | undefined)
  const value = from && Object.hasOwn(from, name) ? from[name] : undefined
  return [value].flat().map(plain).filter(Boolean)
}

/** A value to be compared: case and blanks aside. */
export function plain(value: unknown): string {
  if (value === null || value === undefined) return ''
  return comparable(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

/** Whether every person for whom `later` holds is taken by `earlier`. */
export function takesAll(earlier: readonly CaseTest[], later: readonly CaseTest[]): boolean {
  return earlier.every((test) => later.some((given) => given.field === test.field && isImplied(test, given)))
}

function isImplied(test: CaseTest, given: CaseTest): boolean {
  if ('known' in test) return test.known === ('known' in given ? given.known : true)
  if ('is' in test) return 'is' in given && given.is.every((value) => test.is.includes(value))
  if ('is' in given) return given.is.every((value) => value.includes(test.contains))
  return 'contains' in given && given.contains.includes(test.contains)
}
