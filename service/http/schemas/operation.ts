import { type TProperties, Type } from '@fastify/type-provider-typebox'
import { type Role, rolesFrom } from '../../model/role.ts'
import type { ErrorCode } from './error-codes.ts'
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

/** What an operation is: as its route checks it, and as the OpenAPI document tells of it. */
interface Operation {
  /** The least role that it takes. */
  role: Role
  summary: string
  /** The parameters in its path, by name. */
  params?: TProperties
  querystring?: object
  /** Beside those that every operation of its kind has. */
  errors?: ErrorCode[]
}

interface Answering extends Operation {
  answers: { description: string; schema: object }
}

/** Operations that the document lists under a tag, each by the name that it has here. */
export function operationsOf<T extends Record<string, { schema: object }>>(tag: string, operations: T): T {
  const named = Object.entries(operations).map(([operationId, { schema, ...options }]) => {
    return [operationId, { ...options, schema: { ...schema, operationId, tags: [tag] } }]
  })
  return Object.fromEntries(named) as T
}

/** An answer that is a component of the document: see `component`. */
export function answer(name: string, description = name): Answering['answers'] {
  return { description, schema: { $ref: `${name}#` } }
}

/** A GET: 200 with an `ETag`, and 304. `files` has the media types of the files that it answers as well. */
export function read({ answers, files = [], ...operation }: Answering & { files?: string[] }) {
  const { description, content } = json(answers)
  return route(operation, {
    200: { description, content: { ...content, ...textsOf(files) }, headers: headersOfReads },
    304: { type: 'null', description: 'If-None-Match names what would be answered', headers: headersOfReads },
  })
}

/** A GET of figures below `/results`. What a query has twice is no error there: its first value is taken. */
export function figures(operation: Answering & { files?: string[] }) {
  return { ...read(operation), attachValidation: true }
}

/** The same of files alone. */
export function exported({ files, ...operation }: Operation & { files: string[] }) {
  return { ...attachment(operation, operation.summary, files), attachValidation: true }
}

/** A GET of a file of CSV. */
export function download({ description, ...operation }: Operation & { description: string }) {
  return attachment(operation, description, ['text/csv'])
}

function attachment(operation: Operation, description: string, mediaTypes: string[]) {
  return route(operation, { 200: { description, content: textsOf(mediaTypes), headers: headersOfFiles } })
}

/** A GET of a text. */
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

/** A POST of something to be done later: 202. It takes an `Idempotency-Key`, and no body. */
export function enqueue(operation: Answering) {
  return change(operation, { status: 202, takesKey: true })
}

/** A POST of something to be done, each time anew: 202. It takes no `Idempotency-Key`, and no body. */
export function trigger(operation: Answering) {
  return change(operation, { status: 202 })
}

/** A POST that does something, each time anew: 200. It takes no `Idempotency-Key`, and no body. */
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

/** A POST of a file, of any of the media types, which is read as it comes: 202. */
export function receive(operation: Taking) {
  const { config, schema } = takeFile(202, operation)
  return { config: { ...config, isSlow: true }, schema }
}

/** A POST of a file, of any of the media types, of which nothing is kept: 200. */
export function inspect(operation: Taking) {
  return takeFile(200, operation)
}

function takeFile(status: 200 | 202, { mediaTypes, ...operation }: Taking) {
  const { config, schema } = change(operation, { status })
  return { config, schema: { ...schema, consumes: [...mediaTypes] } }
}

/** How an operation that changes something is asked for, and with which status it answers. */
interface Manner {
  status: 200 | 202
  /** It takes an `Idempotency-Key`. */
  takesKey?: boolean
  /** It takes JSON, and without it fails. */
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

/** A DELETE: 204, or 200 where it answers something. */
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

/** The options of a route. */
function route({ role, params, errors = [], ...of }: Operation & { headers?: object }, success: object) {
  const description = `Takes the role ${rolesFrom(role).join(' or ')}.`
  const response = { ...success, ...errorResponses(params ? [40400, ...errors] : errors) }
  const schema = { ...of, description, ...(params && { params: Type.Object(params) }), response }
  return { config: { role }, schema }
}

function json({ description, schema }: Answering['answers']) {
  return { description, content: { 'application/json': { schema } } }
}
