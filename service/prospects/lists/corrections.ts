import { DomainError } from '../../base/words/errors.ts'
import { parseObject } from '../../base/words/json.ts'
import { type ColumnMeaning, columnMeanings } from './titles.ts'

/** What a column is taken for: what it means, `additional`, or `ignore`, which keeps nothing of it. */
type Correction = ColumnMeaning | 'additional' | 'ignore'

/** The meanings of columns by title, where somebody has said them. */
export type Corrections = ReadonlyMap<string, Correction>

/** What is said of the columns of a list. */
export interface SaidOfColumns {
  /** With this list. */
  corrections?: Corrections | undefined
  /** Finds what was said with an earlier list of the same header. What is said with this list wins. */
  recall?: ((titles: readonly string[]) => Promise<Corrections | undefined>) | undefined
}

const several: readonly string[] = ['additional', 'ignore']
const values: readonly string[] = [...columnMeanings, ...several]

/**
 * Reads corrections: a JSON object from titles to meanings. Throws `invalid-field`, also where two columns are said to be
 * the same.
 *
 * @example
 * readCorrections('{"Contact point":"email","Name":"additional","Notes":"ignore"}')
 */
export function readCorrections(text: string): Corrections {
  const read = parseObject(text)
  if (!read || !Object.values(read).every(isCorrection))
    throw new DomainError(
      'invalid-field',
      `columns: must be a JSON object that gives titles of columns one of ${values.join(', ')}.`,
    )
  const said = Object.entries(read).map(([title, meaning]) => [title.trim(), meaning as Correction] as const)
  for (const [at, [title, meaning]] of said.entries()) {
    const other = said.find(([name, same], index) => index < at && same === meaning && name !== title)
    if (other && !several.includes(meaning))
      throw new DomainError(
        'invalid-field',
        `columns: both ${JSON.stringify(other[0])} and ${JSON.stringify(title)} are said to be ${meaning}: say it of one.`,
      )
  }
  return new Map(said)
}

/** What was said before and what is said now, which wins: of two columns, the one that it gives a meaning has it. */
export function mergeCorrections(before: Corrections | undefined, now: Corrections | undefined): Corrections {
  const said = new Set(now?.values())
  const stays = [...(before ?? [])].filter(([, meaning]) => several.includes(meaning) || !said.has(meaning))
  return new Map([...stays, ...(now ?? [])])
}

function isCorrection(value: unknown): boolean {
  return typeof value === 'string' && values.includes(value)
}
