import { type Static, Type } from 'typebox'
import { component, oneOf, textField } from '../../base/http/schemas/fields.ts'
import { columnMeanings } from './titles.ts'

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
