import { type Static, Type } from 'typebox'
import {
  arrayOf,
  component,
  countField,
  oneOf,
  optionalText,
  textField,
} from '../base/http/schemas/fields.ts'
import { ListColumn } from '../prospects/lists/list-column.ts'

/** Why lines cannot be used, told once for all of them. */
const UnusableReason = Type.Object({
  problem: textField('What is wrong'),
  lines: countField('With how many of these lines'),
  examples: Type.Array(
    Type.Object({
      line: countField('The header is line 1'),
      text: textField('The beginning of the line'),
    }),
    { description: 'The first of them' },
  ),
  remedy: optionalText('What to do'),
  columns: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: 'The value of `columns` that does it' }),
  ),
})

export type UnusableReason = Static<typeof UnusableReason>

/** How a list, or its beginning, is read; nothing of it is stored. */
export const ListReading = component('ListReading', {
  format: oneOf(['csv', 'ndjson', 'xlsx'], 'Format: what its first bytes say'),
  encoding: textField('How its letters are written'),
  sheet: optionalText('Of a workbook: the sheet that is read, its first'),
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
  people: countField('People whom they name, each once'),
  withoutCompany: countField('Of the people: whose company the list does not say'),
  repeated: countField('Lines that name somebody whom an earlier line names'),
  unusable: countField('Lines that would invite nobody'),
  problems: Type.Array(UnusableReason, { description: 'Each reason once, the most frequent first' }),
  problem: optionalText('Why the list would be refused as a whole'),
})

export type ListReading = Static<typeof ListReading>
