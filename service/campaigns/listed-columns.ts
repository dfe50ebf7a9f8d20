import { type Static, Type } from 'typebox'
import {
  arrayOf,
  component,
  countField,
  oneOf,
  optionalText,
  textField,
} from '../base/http/schemas/fields.ts'

/** What a column of a list can mean. */
export const columnMeanings = [
  'email',
  'name',
  'firstName',
  'lastName',
  'company',
  'role',
  'domain',
  'industry',
  'linkedin',
  'language',
] as const
export type ColumnMeaning = (typeof columnMeanings)[number]

/** A column of a list, as it was recognised. */
export const ListColumn = component('ListColumn', {
  title: textField('As it came'),
  meaning: Type.Optional(
    oneOf(columnMeanings, 'What it says of a person; left out of one that becomes `additional`'),
  ),
  key: textField('Its name in `additional`'),
})

export type ListColumn = Static<typeof ListColumn>

/** A line that cannot be used. */
const UnusableLine = Type.Object({
  line: countField('The header is line 1'),
  text: textField('The beginning of the line'),
  problem: textField('What is wrong'),
})

export type UnusableLine = Static<typeof UnusableLine>

/** How the beginning of a list is read; nothing of it is stored. */
export const ListReading = component('ListReading', {
  format: oneOf(['csv', 'ndjson'], 'Format'),
  encoding: textField('How its letters are written'),
  separator: optionalText('What stands between the cells of CSV'),
  columns: arrayOf(ListColumn, 'In their order, as they are understood'),
  rows: Type.Array(
    Type.Object({
      line: countField('The header is line 1'),
      cells: Type.Array(Type.String(), { description: 'In the order of the columns' }),
    }),
    { description: 'The first lines' },
  ),
  lines: countField('Lines that were read, without its header and blank ones'),
  unusable: countField('Lines by which nobody would be invited'),
  problems: Type.Array(UnusableLine, { description: 'The first of these lines' }),
  problem: optionalText('Why the list would be refused as a whole'),
})

export type ListReading = Static<typeof ListReading>
