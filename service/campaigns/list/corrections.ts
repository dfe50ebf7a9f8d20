import { DomainError } from '../../base/words/errors.ts'
import { parseObject } from '../../base/words/object.ts'
import { type ColumnMeaning, columnMeanings } from '../listed-columns.ts'

type Correction = ColumnMeaning | 'additional'

/** The meanings of columns by title, where Motif would not recognise them. */
export type Corrections = ReadonlyMap<string, Correction>

const values: readonly string[] = [...columnMeanings, 'additional']

/**
 * Reads corrections: a JSON object from titles to meanings. Throws `invalid-field`.
 *
 * @example
 * readCorrections('{"Contact point":"email","Name":"additional"}')
 */
export function readCorrections(text: string): Corrections {
  const read = parseObject(text)
  if (read && Object.values(read).every(isCorrection))
    return new Map(Object.entries(read).map(([title, meaning]) => [title.trim(), meaning as Correction]))
  throw new DomainError(
    'invalid-field',
    `columns: must be a JSON object that gives titles of columns one of ${values.join(', ')}.`,
  )
}

function isCorrection(value: unknown): boolean {
  return typeof value === 'string' && values.includes(value)
}
