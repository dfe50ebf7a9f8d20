import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { type Role, rolesFrom } from '../../words/role.ts'
import { type ErrorCode, errorMeanings } from './error-codes.ts'
import { ref, textField } from './fields.ts'

const errorsOfWrites: ErrorCode[] = [40001, 41300, 41500]
const errorsOfKeys: ErrorCode[] = [40900, 42200]

/** An operation: where it is, how its route checks requests, and how the OpenAPI document describes it. */
export interface Operation {
  path: string
  role: Role
  summary: string
  params?: TProperties
  querystring?: TSchema
  errors?: readonly ErrorCode[]
}

interface Answering extends Operation {
  /** Whether its body may be left out: then it is `{}`. Without a schema for it, it may. */
  mayHaveNoBody?: boolean
  answers: { description: string; schema: TSchema }
  status?: 200 | 202
  body?: TSchema
  /** The media types of a file that it takes as it arrives, in place of a body. */
  mediaTypes?: readonly string[]
  /** The media types of files that it can answer instead. */
  files?: readonly string[]
}

interface Described {
  config: { role: Role; status: number; isSlow?: boolean; answersKey?: number; mayHaveNoBody?: boolean }
  schema: object
}

/** An operation as its route has it: see `serve`. `given` is there for types alone. */
export interface Served<Method extends string, Given extends Operation> extends Described {
  method: Method
  url: Given['path']
  given?: Given
}

function kindOf<Method extends string, Kind extends Operation>(
  method: Method,
  describe: (of: Kind) => Described,
) {
  return <const Given extends Kind>(of: Given): Served<Method, Given> => ({
    method,
    url: of.path,
    ...describe(of),
  })
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

/** A GET: 200 with an `ETag`, and 304. */
export const read = kindOf('GET', ({ answers, files = [], ...operation }: Answering) => {
  const { description, content } = json(answers)
  return route(operation, {
    200: { description, content: { ...content, ...textsOf(files) } },
    304: { type: 'null', description: 'If-None-Match names what would be answered' },
  })
})

/** A GET that answers with a file, a text or a stream alone. */
export const readFile = kindOf(
  'GET',
  ({ files, description, ...operation }: Operation & { files: readonly string[]; description?: string }) =>
    route(operation, { 200: { description: description ?? operation.summary, content: textsOf(files) } }),
)

function textsOf(mediaTypes: readonly string[]): object {
  return Object.fromEntries(mediaTypes.map((type) => [type, { schema: { type: 'string' } }]))
}

/** A POST that takes an `Idempotency-Key`. */
export const create = kindOf('POST', (operation: Answering) => change(operation, true))
/** Any other request that changes something, or takes a body. */
export const write = kindOf('POST', (operation: Answering) => change(operation))
export const replace = kindOf('PUT', (operation: Answering) => change(operation))
export const amend = kindOf('PATCH', (operation: Answering) => change(operation))

function change(
  { answers, errors = [], status = 200, mediaTypes, mayHaveNoBody = false, ...operation }: Answering,
  takesKey = false,
): Described {
  const ofKey = takesKey ? { headers: idempotencyKey } : {}
  const all = [...errorsOfWrites, ...(takesKey ? errorsOfKeys : []), ...errors]
  const { config, schema } = route({ ...operation, ...ofKey, errors: all }, { [status]: json(answers) })
  return {
    config: {
      ...config,
      ...(takesKey && { answersKey: status }),
      mayHaveNoBody: mayHaveNoBody || operation.body === undefined,
      isSlow: mediaTypes !== undefined,
    },
    schema: { ...schema, ...(mediaTypes && { consumes: [...mediaTypes] }) },
  }
}

/** A DELETE: 204, or 200 with an answer. */
export const remove = kindOf(
  'DELETE',
  ({ answers, ...of }: Operation & Partial<Pick<Answering, 'answers'>>) =>
    route(of, answers ? { 200: json(answers) } : { 204: { type: 'null', description: 'Deleted' } }),
)

const description = 'For 24 hours the same key with the same body gets the first 2xx again'
const keyField = Type.String({ minLength: 1, maxLength: 255, description })
const idempotencyKey = Type.Object({ 'Idempotency-Key': Type.Optional(keyField) })

function route(
  { path, role, params, errors = [], ...of }: Operation & { headers?: object },
  success: object,
): Described {
  const description = `Takes the role ${rolesFrom(role).join(' or ')}.`
  const response = { ...success, ...errorResponses(params ? [40400, ...errors] : errors) }
  const schema = { ...of, description, ...(params && { params: Type.Object(params) }), response }
  return { config: { role, status: Number(Object.keys(success)[0]) }, schema }
}

/** An answer that is an array of exactly one component, as the specification has it. */
export function arrayOfOne<T extends TObject>(of: T) {
  const schema = { type: 'array', items: ref(of), minItems: 1, maxItems: 1 }
  return { description: 'An array of exactly one', schema: Type.Unsafe<[Static<T>]>(schema) }
}

/** The parameter `id` of a path. */
export const idOf = (what: string) => textField(`ID of the ${what} to look up`)

function json({ description, schema }: Answering['answers']) {
  return { description, content: { 'application/json': { schema } } }
}

/** The parameters in the path of an operation. */
export type ParamsOf<Given> = Given extends { path: infer Path } ? Record<NamesIn<Path>, string> : never
type NamesIn<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? NameOf<Name>
    : never
/** `:name.csv` is the parameter `name`. */
type NameOf<Text> = Text extends `${infer Name}.${string}` ? Name : Text

export type QueryOf<Given> = Given extends { querystring: infer Query extends TSchema }
  ? Static<Query>
  : object

export type BodyOf<Given> = Given extends { body: infer Asked extends TSchema }
  ? Static<Asked>
  : Given extends { mediaTypes: unknown }
    ? AsyncIterable<Uint8Array> | undefined
    : undefined

/** What an operation answers as JSON; undefined for a file, a text or nothing. */
export type AnswerOf<Given> = Given extends { answers: { schema: infer Answer extends TSchema } }
  ? Static<Answer>
  : undefined

const errorsOfAll: ErrorCode[] = [40000, 40100, 40101, 40300, 40800, 42900, 43100, 50000, 50300]

/** One response for each status, which lists its error codes: those of all operations, and `more`. */
function errorResponses(more: readonly ErrorCode[]) {
  const codes = [...new Set([...errorsOfAll, ...more])].sort()
  const byStatus = Map.groupBy(codes, (code) => Math.floor(code / 100))
  const content = { 'application/json': { schema: { $ref: 'Error#' } } }
  const responses = Array.from(byStatus, ([status, those]) => {
    const description = those.map((code) => `${code}: ${errorMeanings[code]}`).join('\n\n')
    return [status, { description, content }] as const
  })
  return Object.fromEntries(responses)
}

type Asked<Given> = FastifyRequest<{
  Params: ParamsOf<Given>
  Querystring: QueryOf<Given>
  Body: BodyOf<Given>
}>
type Answered<Given> = Given extends { answers: unknown }
  ? AnswerOf<Given> | FastifyReply | Promise<AnswerOf<Given> | FastifyReply>
  : FastifyReply | Promise<FastifyReply> | Promise<void>

/** Registers the route of an operation. Its handler takes and answers what the operation's schemas say, with their status. */
export function serve<Given extends Operation>(
  app: FastifyInstance,
  operation: Served<HTTPMethods, Given>,
  handler: (request: Asked<Given>, reply: FastifyReply) => Answered<Given>,
): void {
  const { status } = operation.config
  // The schemas have made the request what the handler takes.
  app.route({ ...operation, handler: (asked, reply) => handler(asked as Asked<Given>, reply.code(status)) })
}
