import { type TProperties, Type } from '@fastify/type-provider-typebox'
import { type Role, rolesFrom } from '../../model/role.ts'
import { type ErrorCode, errorMeanings } from './error-codes.ts'

const text = (description: string) => ({ type: 'string', description })
const whole = (description: string) => ({ type: 'integer', description })

const headersOfAll = {
  'X-Request-Id': text('Names the request in the logs'),
  'Cache-Control': text('private, no-cache'),
  'RateLimit-Limit': whole('Requests a minute that the token has; not sent where there is no limit'),
  'RateLimit-Remaining': whole('Requests that are left in this minute'),
  'RateLimit-Reset': whole('Seconds until the minute ends'),
}
const headersOfReads = { ...headersOfAll, ETag: text('Strong entity tag of the body') }
const headersOfWrites = {
  ...headersOfAll,
  'Motif-Ignored': text('Fields of the body that no schema names, which are ignored: `name, city`'),
}
const headersOfCreates = {
  ...headersOfWrites,
  'Idempotency-Replayed': text('true where this is the answer that the first request with the key was given'),
}
/** Beside `X-Request-Id`, by HTTP status. */
const headersOfErrors: Record<number, object> = {
  401: { 'WWW-Authenticate': text('Bearer') },
  429: { ...headersOfAll, 'Retry-After': whole('Seconds to wait') },
  503: { 'Retry-After': whole('Seconds to wait') },
}

const errorsOfAll: ErrorCode[] = [40000, 40100, 40101, 40300, 40800, 42900, 43100, 50000, 50300]
const errorsOfWrites: ErrorCode[] = [40001, 41300, 41500]
const errorsOfKeys: ErrorCode[] = [40900, 42200]

/** What an operation is: as its route checks it, and as the OpenAPI document tells of it. */
interface Operation {
  operationId: string
  /** The tag under which the document lists it. */
  tag: string
  /** The least role that it takes. */
  role: Role
  summary: string
  /** The parameters in its path, by name. */
  params?: TProperties
  /** Beside those that every operation of its kind has. */
  errors?: ErrorCode[]
}

interface Answering extends Operation {
  answers: { description: string; schema: object }
}

/** A GET: 200 with an `ETag`, and 304. */
export function read({ answers, files = [], ...operation }: Answering & Files) {
  const { description, content } = json(answers)
  return route(operation, {
    200: { description, content: { ...content, ...filesOf(files) }, headers: headersOfReads },
    304: { type: 'null', description: 'If-None-Match names what would be answered', headers: headersOfReads },
  })
}

/** A GET of figures below `/results`. What a query has twice is no error there: its first value is taken. */
export function figures(operation: Answering & Files) {
  return { ...read(operation), attachValidation: true }
}

/** The same of files alone, which are made while they are read. */
export function exported({ files = [], ...operation }: Operation & Files) {
  const headers = { ...headersOfAll, 'Content-Disposition': text('attachment, and the name of the file') }
  const success = { description: operation.summary, content: filesOf(files), headers }
  return { ...route(operation, { 200: success }), attachValidation: true }
}

interface Files {
  /** Media types of the files that it answers as well. */
  files?: string[]
  querystring?: object
}

function filesOf(files: string[]): object {
  return Object.fromEntries(files.map((type) => [type, { schema: { type: 'string' } }]))
}

/** A GET of a text. */
export function readPlainText({ description, ...operation }: Operation & { description: string }) {
  const content = { 'text/plain': { schema: { type: 'string' } } }
  return route(operation, { 200: { description, content, headers: headersOfAll } })
}

/** A GET that answers with server-sent events. */
export function stream({ events, ...operation }: Operation & { events: string }) {
  const content = { 'text/event-stream': { schema: text(events) } }
  return route(operation, { 200: { description: events, headers: headersOfAll, content } })
}

/** A POST that takes an `Idempotency-Key`. */
export function create({ answers, errors = [], ...operation }: Answering & { body: object }) {
  const { config, schema } = route(
    { ...operation, headers: idempotencyKey, errors: [...errorsOfWrites, ...errorsOfKeys, ...errors] },
    { 200: { ...json(answers), headers: headersOfCreates } },
  )
  return { config: { ...config, answersKey: 200 }, schema }
}

/** A POST of something to be done later: 202. It takes an `Idempotency-Key`, and no body. */
export function enqueue({ answers, errors = [], ...operation }: Answering) {
  const { config, schema } = route(
    { ...operation, headers: idempotencyKey, errors: [...errorsOfWrites, ...errorsOfKeys, ...errors] },
    { 202: { ...json(answers), headers: headersOfCreates } },
  )
  return { config: { ...config, answersKey: 202, mayHaveNoBody: true }, schema }
}

/** A POST of something to be done, each time anew: 202. It takes no `Idempotency-Key`, and no body. */
export function trigger({ answers, errors = [], ...operation }: Answering) {
  const { config, schema } = route(
    { ...operation, errors: [...errorsOfWrites, ...errors] },
    { 202: { ...json(answers), headers: headersOfAll } },
  )
  return { config: { ...config, mayHaveNoBody: true }, schema }
}

/** A POST that does something, each time anew: 200. It takes no `Idempotency-Key`, and no body. */
export function act({ answers, errors = [], ...operation }: Answering) {
  const { config, schema } = route(
    { ...operation, errors: [...errorsOfWrites, ...errors] },
    { 200: { ...json(answers), headers: headersOfAll } },
  )
  return { config: { ...config, mayHaveNoBody: true }, schema }
}

interface Taking extends Answering {
  mediaTypes: readonly string[]
  querystring?: object
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

function takeFile(status: 200 | 202, { answers, mediaTypes, errors = [], ...operation }: Taking) {
  const { config, schema } = route(
    { ...operation, errors: [...errorsOfWrites, ...errors] },
    { [status]: { ...json(answers), headers: headersOfAll } },
  )
  return { config: { ...config, mayHaveNoBody: true }, schema: { ...schema, consumes: [...mediaTypes] } }
}

/** A GET of a file of CSV. */
export function download({ description, ...operation }: Operation & { description: string }) {
  const headers = { ...headersOfAll, 'Content-Disposition': text('attachment, and the name of the file') }
  const content = { 'text/csv': { schema: { type: 'string' } } }
  return route(operation, { 200: { description, content, headers } })
}

/** Any other request with a body. */
export function write({ answers, errors = [], ...operation }: Answering & { body: object }) {
  return route(
    { ...operation, errors: [...errorsOfWrites, ...errors] },
    { 200: { ...json(answers), headers: headersOfWrites } },
  )
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
function route({ role, tag, params, errors = [], ...of }: Operation & { headers?: object }, success: object) {
  const description = `Takes the role ${rolesFrom(role).join(' or ')}.`
  const response = { ...success, ...errorResponses(params ? [40400, ...errors] : errors) }
  const schema = { ...of, tags: [tag], description, ...(params && { params: Type.Object(params) }), response }
  return { config: { role }, schema }
}

function json({ description, schema }: Answering['answers']) {
  return { description, content: { 'application/json': { schema } } }
}

/** One response a status, which lists the values that `error` may have there. */
function errorResponses(more: ErrorCode[]) {
  const codes = [...new Set([...errorsOfAll, ...more])].sort()
  const byStatus = Map.groupBy(codes, (code) => Math.floor(code / 100))
  return Object.fromEntries(Array.from(byStatus, ([status, those]) => [status, errorResponse(status, those)]))
}

function errorResponse(status: number, codes: ErrorCode[]) {
  return {
    description: codes.map((code) => `${code}: ${errorMeanings[code]}`).join('\n\n'),
    headers: { 'X-Request-Id': headersOfAll['X-Request-Id'], ...headersOfErrors[status] },
    content: { 'application/json': { schema: { $ref: 'Error#' } } },
  }
}
