import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { type Role, rolesFrom } from '../../words/role.ts'
import type { ErrorCode } from './error-codes.ts'
import { ref, textField } from './fields.ts'
import {
  errorResponses,
  headersOfAll,
  headersOfCreates,
  headersOfFiles,
  headersOfReads,
  headersOfWrites,
} from './responses.ts'

const errorsOfWrites: ErrorCode[] = [40001, 41300, 41500]
const errorsOfKeys: ErrorCode[] = [40900, 42200]

/** An operation: how its route checks requests, and how the OpenAPI document describes it. */
interface Operation {
  /** The lowest role that may use it. */
  role: Role
  summary: string
  /** The parameters in its path, by name. */
  params?: TProperties
  querystring?: object
  /** In addition to those of every operation of its kind. */
  errors?: ErrorCode[]
}

interface Answering extends Operation {
  answers: { description: string; schema: TSchema }
}

/** Operations that the document lists under a tag. Each key becomes the `operationId`. */
export function operationsOf<T extends Record<string, { schema: object }>>(tag: string, operations: T): T {
  const named = Object.entries(operations).map(([operationId, { schema, ...options }]) => {
    return [operationId, { ...options, schema: { ...schema, operationId, tags: [tag] } }]
  })
  return Object.fromEntries(named) as T
}

/** An answer that is a component of the document. */
export function answer<T extends TObject>(schema: T & { $id?: string }, description = schema.$id ?? '') {
  return { description, schema: ref(schema) }
}

/** A GET: 200 with an `ETag`, and 304. `files` lists the media types of files that it can answer instead. */
export function read({ answers, files = [], ...operation }: Answering & { files?: string[] }) {
  const { description, content } = json(answers)
  return route(operation, {
    200: { description, content: { ...content, ...textsOf(files) }, headers: headersOfReads },
    304: { type: 'null', description: 'If-None-Match names what would be answered', headers: headersOfReads },
  })
}

/**
 * A GET of figures below `/results`. A query parameter that occurs twice is no error there: its first value is taken.
 */
export function figures(operation: Answering & { files?: string[] }) {
  return { ...read(operation), attachValidation: true }
}

/** The same for operations that answer with files only. */
export function exported({ files, ...operation }: Operation & { files: string[] }) {
  return { ...attachment(operation, operation.summary, files), attachValidation: true }
}

/** A GET of a CSV file. */
export function download({ description, ...operation }: Operation & { description: string }) {
  return attachment(operation, description, ['text/csv'])
}

function attachment(operation: Operation, description: string, mediaTypes: string[]) {
  return route(operation, { 200: { description, content: textsOf(mediaTypes), headers: headersOfFiles } })
}

/** A GET of plain text. */
export function readPlainText({ description, ...operation }: Operation & { description: string }) {
  return route(operation, { 200: { description, content: textsOf(['text/plain']), headers: headersOfAll } })
}

function textsOf(mediaTypes: string[]): object {
  return Object.fromEntries(mediaTypes.map((type) => [type, { schema: { type: 'string' } }]))
}

/** A GET that answers with server-sent events. */
export function stream({ events, ...operation }: Operation & { events: string }) {
  const content = { 'text/event-stream': { schema: { type: 'string', description: events } } }
  return route(operation, { 200: { description: events, headers: headersOfAll, content } })
}

/** A POST that takes an `Idempotency-Key`. */
export function create(operation: Answering & { body: object }) {
  return change(operation, { status: 200, takesKey: true, hasBody: true })
}

/** A POST that enqueues work: 202. It takes an `Idempotency-Key`, and no body. */
export function enqueue(operation: Answering) {
  return change(operation, { status: 202, takesKey: true })
}

/** A POST that enqueues work each time: 202. It takes no `Idempotency-Key` and no body. */
export function trigger(operation: Answering) {
  return change(operation, { status: 202 })
}

/** A POST that acts each time: 200. It takes no `Idempotency-Key` and no body. */
export function act(operation: Answering) {
  return change(operation, { status: 200 })
}

/** Any other request with a body. */
export function write(operation: Answering & { body: object }) {
  return change(operation, { status: 200, hasBody: true })
}

interface Taking extends Answering {
  mediaTypes: readonly string[]
}

/** A POST of a file of one of the media types, which is read as it arrives: 202. */
export function receive(operation: Taking) {
  const { config, schema } = takeFile(202, operation)
  return { config: { ...config, isSlow: true }, schema }
}

/** A POST of a file of one of the media types, which is not stored: 200. */
export function inspect(operation: Taking) {
  return takeFile(200, operation)
}

function takeFile(status: 200 | 202, { mediaTypes, ...operation }: Taking) {
  const { config, schema } = change(operation, { status })
  return { config, schema: { ...schema, consumes: [...mediaTypes] } }
}

/** How an operation with side effects takes requests, and its success status. */
interface Manner {
  status: 200 | 202
  /** It takes an `Idempotency-Key`. */
  takesKey?: boolean
  /** It requires a JSON body. */
  hasBody?: boolean
}

function change(
  { answers, errors = [], ...operation }: Answering,
  { status, takesKey = false, hasBody = false }: Manner,
) {
  const headers = takesKey ? headersOfCreates : hasBody ? headersOfWrites : headersOfAll
  const ofKeys = takesKey ? errorsOfKeys : []
  const asked = { ...operation, ...(takesKey && { headers: idempotencyKey }) }
  const { config, schema } = route(
    { ...asked, errors: [...errorsOfWrites, ...ofKeys, ...errors] },
    { [status]: { ...json(answers), headers } },
  )
  const more = { ...(takesKey && { answersKey: status }), ...(!hasBody && { mayHaveNoBody: true }) }
  return { config: { ...config, ...more }, schema }
}

/** A DELETE: 204, or 200 with an answer. */
export function remove({ answers, ...operation }: Operation & Partial<Answering>) {
  const success = answers
    ? { 200: { ...json(answers), headers: headersOfAll } }
    : { 204: { type: 'null', description: 'Deleted', headers: headersOfAll } }
  return route(operation, success)
}

const idempotencyKey = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'For 24 hours the same key with the same body is given the first 2xx again',
    }),
  ),
})

/** The options of a Fastify route. */
function route({ role, params, errors = [], ...of }: Operation & { headers?: object }, success: object) {
  const description = `Takes the role ${rolesFrom(role).join(' or ')}.`
  const response = { ...success, ...errorResponses(params ? [40400, ...errors] : errors) }
  const schema = { ...of, description, ...(params && { params: Type.Object(params) }), response }
  return { config: { role }, schema }
}

/** An answer that is an array of exactly one component, as the specification has it. */
export function arrayOfOne<T extends TObject>(of: T) {
  const schema = { type: 'array', items: ref(of), minItems: 1, maxItems: 1 }
  return { description: 'An array of exactly one', schema: Type.Unsafe<[Static<T>]>(schema) }
}

/** The parameter `id` of a path. */
export function idOf(what: string) {
  return textField(`ID of the ${what} to look up`)
}

function json({ description, schema }: Answering['answers']) {
  return { description, content: { 'application/json': { schema } } }
}
