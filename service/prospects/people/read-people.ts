import { UserError } from '../../base/words/errors.ts'
import { jsonMembers } from '../../base/words/exact-json.ts'
import { parseObject } from '../../base/words/object.ts'
import { personFields } from '../../base/words/prospect.ts'
import { type Entry, readLines } from '../lists/read-lines.ts'
import type { PersonFields } from './person-entry.ts'
import { readCsv } from './read-csv.ts'

/**
 * Reads people from a stream: NDJSON where it begins with `{`, else CSV. Throws a UserError for a file that cannot be
 * read at all.
 *
 * @param onIgnored is told of the columns that name no field.
 */
export async function* readPeople(
  text: AsyncIterable<string>,
  onIgnored: (columns: string[]) => void,
): AsyncGenerator<Entry<PersonFields>> {
  const { start, all } = await peek(text)
  if (start === '[')
    throw new UserError('the file is one JSON array; it must be NDJSON, an object on each line')
  if (start === undefined) throw new UserError('the file is empty')
  yield* start === '{' ? readNdjson(all) : readCsv(all, onIgnored)
}

/** The first character that is not white space, and the whole text. */
async function peek(text: AsyncIterable<string>) {
  const chunks = text[Symbol.asyncIterator]()
  let head = ''
  let next = await chunks.next()
  while (!next.done && !head.trim()) {
    head += next.value
    next = await chunks.next()
  }
  async function* all() {
    yield head
    for (let chunk = next; !chunk.done; chunk = await chunks.next()) yield chunk.value
  }
  return { start: head.trim()[0], all: all() }
}

async function* readNdjson(text: AsyncIterable<string>): AsyncGenerator<Entry<PersonFields>> {
  for await (const entry of readLines(text)) {
    if (entry.value === undefined) yield entry
    else if (entry.value.trim()) yield { line: entry.line, ...readObject(entry.value) }
  }
}

function readObject(json: string): { value: PersonFields } | { problem: string } {
  const object = parseObject(json)
  if (!object) return { problem: 'not a JSON object' }
  const value: PersonFields = {}
  for (const field of personFields) {
    const given = object[field]
    if (given === undefined || given === null) continue
    if (field === 'additional') value.additional = jsonMembers(json).get('additional') ?? '{}'
    else if (typeof given === 'string') value[field] = given
    else return { problem: `${field}: must be a text` }
  }
  return { value }
}
