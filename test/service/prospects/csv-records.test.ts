import { expect, test } from 'vitest'
import { splitRecord } from '../../../service/prospects/lists/csv-records.ts'

test.each([
  ['a,b', ['a', 'b']],
  ['"a,b",c', ['a,b', 'c']],
  ['"a ""b"" c",d', ['a "b" c', 'd']],
  ['"""a""",b', ['"a"', 'b']],
  ['"",b', ['', 'b']],
  ['a "b" c,d', ['a "b" c', 'd']],
  ['"a" b,c', ['a b', 'c']],
  [' "a,b", c', ['a,b', ' c']],
  ['"a\nb",c', ['a\nb', 'c']],
  ['"a,b', undefined],
  ['"a""', undefined],
])('the record %j', (text, cells) => expect(splitRecord(text, ',')).toEqual(cells))
