import type { EditedFields, ItemList, TemplateEdit } from '../../wire/editor.ts'
import { DomainError } from '../base/words/errors.ts'
import { isObject } from '../base/words/object.ts'
import type { TemplateWork } from '../templates/template-work.ts'

/** Reads one kind of change from its members. */
const readers: Record<TemplateEdit['edit'], (members: Members) => TemplateEdit> = {
  set: (members) => ({ edit: 'set', fields: members.fields() }),
  setItem: (members) => ({ edit: 'setItem', ...itemOf(members), fields: members.fields() }),
  addItem: (members) => ({
    edit: 'addItem',
    list: members.list(),
    fields: members.fields(),
    ...(members.has('index') && { index: members.index() }),
  }),
  removeItem: (members) => ({ edit: 'removeItem', ...itemOf(members) }),
  setGoal: (members) => ({ edit: 'setGoal', ...(members.has('index') && { index: members.index() }) }),
}

/** Checks changes. JSON null removes a field. Throws `invalid-field`, which names what is wrong. */
function readEdits(edits: readonly unknown[]): TemplateEdit[] {
  return edits.map((each, at) => {
    const members = readMembers(each, `edits[${at}]`)
    return readers[members.kind()](members)
  })
}

/** The members of one change, each checked when it is read. */
interface Members {
  kind(): TemplateEdit['edit']
  has(name: string): boolean
  list(): ItemList
  index(): number
  fields(): EditedFields
}

function itemOf(members: Members): { list: ItemList; index: number } {
  return { list: members.list(), index: members.index() }
}

function readMembers(edit: unknown, where: string): Members {
  if (!isObject(edit)) throw invalid(where, 'must be an object')
  return {
    kind() {
      const kind = edit.edit
      if (typeof kind === 'string' && Object.hasOwn(readers, kind)) return kind as TemplateEdit['edit']
      throw invalid(`${where}.edit`, `must be one of ${Object.keys(readers).join(', ')}`)
    },
    has: (name) => edit[name] !== undefined && edit[name] !== null,
    list() {
      if (edit.list === 'content' || edit.list === 'analytics') return edit.list
      throw invalid(`${where}.list`, 'must be content or analytics')
    },
    index() {
      if (Number.isSafeInteger(edit.index) && (edit.index as number) >= 0) return edit.index as number
      throw invalid(`${where}.index`, 'must be a whole number, 0 or more')
    },
    fields() {
      if (!isObject(edit.fields)) throw invalid(`${where}.fields`, 'must be an object')
      const { for: cases, ...others } = edit.fields
      const fields = readFields(others, `${where}.fields`, readValue)
      return cases === undefined ? fields : { ...fields, for: readCases(cases, `${where}.fields.for`) }
    },
  }
}

function readFields(
  fields: EditedFields,
  where: string,
  read: (value: unknown, where: string) => unknown,
): EditedFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, read(value ?? undefined, `${where}.${name}`)]),
  )
}

function readValue(value: unknown, where: string): unknown {
  if (value === undefined || typeof value === 'boolean' || isText(value)) return value
  if (Array.isArray(value) && value.every(isText)) return value
  if (isObject(value)) return readFields(value, where, readText)
  throw invalid(where, 'must be a text, true or false, null, a list of texts, or an object of texts')
}

/** The cases of an item; the checker says what is wrong with what is in them. */
function readCases(cases: unknown, where: string): unknown {
  if (cases === null) return undefined
  if (!Array.isArray(cases)) throw invalid(where, 'must be a list of cases, or null')
  return cases.map((one, at) => {
    const here = `${where}[${at}]`
    if (!isObject(one) || !isObject(one.when)) throw invalid(here, 'must be an object with when and payload')
    const when = Object.entries(one.when).map(([field, value]) => {
      if (!isCondition(value))
        throw invalid(`${here}.when.${field}`, 'must be a value, a list, or an object of values')
      return [field, value]
    })
    return { when: Object.fromEntries(when), payload: readValue(one.payload, `${here}.payload`) }
  })
}

function isCondition(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain)
  return isPlain(value) || (isObject(value) && Object.values(value).every(isPlain))
}

function isPlain(value: unknown): boolean {
  return isText(value) || typeof value === 'boolean' || Number.isFinite(value)
}

function readText(value: unknown, where: string): string | undefined {
  if (value === undefined || isText(value)) return value
  throw invalid(where, 'must be a text or null')
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function invalid(field: string, message: string): DomainError {
  return new DomainError('invalid-field', `${field}: ${message}.`)
}

/** Applies unchecked changes to the text of a template. Throws `invalid-field` where one is not possible. */
export async function makeEdits(
  work: TemplateWork,
  yaml: string,
  edits: readonly unknown[],
): Promise<string> {
  const read = readEdits(edits)
  try {
    return await work.run('editTemplate', yaml, read)
  } catch (error) {
    if (error instanceof DomainError) throw error
    // For example an item that does not exist. The message tells only about the template.
    throw new DomainError('invalid-field', `edits: ${(error as Error).message}.`)
  }
}
