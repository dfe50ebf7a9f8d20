import Schema from 'typebox/schema'

/** What the tests read of an OpenAPI document. */
export interface OpenapiDocument {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

export interface Operation {
  operationId: string
  tags: string[]
  parameters?: { name: string; in: 'path' | 'header'; required?: boolean; schema: object }[]
  requestBody?: { required?: boolean; content: Record<string, { schema: object }> }
  responses: Record<string, DescribedResponse>
}

interface DescribedResponse {
  headers?: Record<string, unknown>
  content?: Record<string, { schema: object }>
}

/** Throws where an answer of the API is not what its OpenAPI document says. */
export type CheckAnswer = (method: string, path: string, answer: Response, text: string) => void

/** Sent only when there is something to say; every other header that a response lists must be there. */
const optionalHeaders = /^(RateLimit-.*|Idempotency-Replayed|Motif-Ignored)$/

/** Makes the check from a document. Paths that it does not describe must at least fail in the shape of Error. */
export function createCheck(document: OpenapiDocument): CheckAnswer {
  return (method, path, answer, text) => {
    const where = `${method} ${path} → ${answer.status}`
    const operation = findOperation(document, method, path)
    if (answer.status >= 400) assertError(document, where, answer.status, text, method)
    if (!answer.headers.get('X-Request-Id')) throw new Error(`${where}: no X-Request-Id`)
    if (!operation) return
    const response = operation.responses[answer.status]
    if (!response) throw new Error(`${where}: ${operation.operationId} does not list this status`)
    assertHeaders(where, response, answer.headers)
    if (method !== 'HEAD') assertBody(document, where, response, answer.headers, text)
  }
}

/** The operation of a path as it was requested. */
function findOperation(document: OpenapiDocument, method: string, path: string): Operation | undefined {
  const bare = path.replace(/^\/v1|[?#].*$/g, '')
  const templates = Object.keys(document.paths).sort((a, b) => a.split('{').length - b.split('{').length)
  const template = templates.find((each) => new RegExp(`^${each.replace(/\{.*?\}/g, '[^/]*')}$`).test(bare))
  const name = method === 'HEAD' ? 'get' : method.toLowerCase()
  return document.paths[template ?? '']?.[name]
}

/** The error shape of the contract: exactly `error` and `message`, the integer that of the status. */
function assertError(
  document: OpenapiDocument,
  where: string,
  status: number,
  text: string,
  method = 'GET',
): void {
  if (method === 'HEAD') return
  const body = JSON.parse(text) as { error: number; message: string }
  const { Error: schema } = document.components.schemas
  if (!schema) throw new Error('the document has no schema Error')
  assertValid(document, where, schema, body)
  if (Math.floor(body.error / 100) !== status) throw new Error(`${where}: error is ${body.error}`)
  if (body.message.trim() === '') throw new Error(`${where}: the message is empty`)
}

function assertHeaders(where: string, response: DescribedResponse, headers: Headers): void {
  for (const name of Object.keys(response.headers ?? {})) {
    if (!headers.has(name) && !optionalHeaders.test(name)) throw new Error(`${where}: no header ${name}`)
  }
}

const textTypes = ['text/plain', 'text/csv', 'text/html']

function assertBody(
  document: OpenapiDocument,
  where: string,
  response: DescribedResponse,
  headers: Headers,
  text: string,
): void {
  const described = response.content?.['application/json']
  if (textTypes.some((type) => response.content?.[type])) return
  if (!described) {
    if (text !== '') throw new Error(`${where}: there must be no body`)
    return
  }
  const type = headers.get('Content-Type')
  if (type !== 'application/json; charset=utf-8') throw new Error(`${where}: Content-Type is ${type}`)
  assertValid(document, where, described.schema, JSON.parse(text))
}

function assertValid(document: OpenapiDocument, where: string, schema: object, value: unknown): void {
  const check = compile(document, schema)
  if (check.Check(value)) return
  const [, errors] = check.Errors(value)
  const first = errors[0]
  throw new Error(`${where}: ${first?.instancePath} ${first?.message}`)
}

const compiled = new WeakMap<object, ReturnType<typeof Schema.Compile>>()

/** Each schema of a document is compiled once. */
function compile({ components }: OpenapiDocument, schema: object) {
  const check = compiled.get(schema) ?? Schema.Compile({ ...schema, components })
  compiled.set(schema, check)
  return check
}
