import { type Static, Type } from 'typebox'
import { component, oneOf, textField } from '../../base/http/schemas/fields.ts'
import { invalidField } from '../../base/words/errors.ts'
import { parseObject } from '../../base/words/json.ts'
import { type ColumnMeaning, columnMeanings } from './titles.ts'

/** A column of a list, as it was recognised. */
export const ListColumn = component('ListColumn', {
  title: textField('As it came'),
  meaning: Type.Optional(
    oneOf(
      [...columnMeanings, 'ignore'],
      'What it says of a person; `ignore`: nothing of it is kept; left out of one that becomes `additional`',
    ),
  ),
  by: Type.Optional(
    oneOf(
      ['contents', 'memory'],
      'Why, if not by its title or by `columns`: by what is in it, or by what was said of the same header before',
    ),
  ),
  key: textField('Its name in `additional`'),
})

export type ListColumn = Static<typeof ListColumn>

type Correction = ColumnMeaning | 'additional' | 'ignore'

/** The meanings of columns by title, where somebody has said them. */
export type Corrections = ReadonlyMap<string, Correction>

/** What is said of the columns of a list. */
export interface SaidOfColumns {
  corrections?: Corrections | undefined
  /** Finds what was said with an earlier list of the same header. What is said with this list wins. */
  recall?: ((titles: readonly string[]) => Promise<Corrections | undefined>) | undefined
}

const several: readonly string[] = ['additional', 'ignore']
const values: readonly string[] = [...columnMeanings, ...several]

/** Reads corrections: `{"Contact point":"email","Notes":"ignore"}`. Throws `invalid-field`, also if two columns are the same. */
export function readCorrections(text: string): Corrections {
  const read = parseObject(text)
  if (!read || !Object.values(read).every((value) => values.includes(value as string)))
    throw invalidField(
      `columns: must be a JSON object that gives titles of columns one of ${values.join(', ')}.`,
    )
  const said = Object.entries(read).map(([title, meaning]) => [title.trim(), meaning as Correction] as const)
  for (const [title, meaning] of said) {
    const other = said.find(([name, same]) => same === meaning && name !== title)
    if (other && !several.includes(meaning))
      throw invalidField(
        `columns: both ${JSON.stringify(title)} and ${JSON.stringify(other[0])} are said to be ${meaning}: say it of one.`,
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
