import { components } from '../base/http/schemas/fields.ts'
import type { Tool } from './tool.ts'

/** A JSON Schema of an object. */
export interface ObjectSchema {
  type: 'object'
  properties: Record<string, object>
  required?: string[]
}

interface OperationSchema {
  operationId: string
  summary: string
  params?: ObjectSchema
  querystring?: ObjectSchema
  body?: ObjectSchema
  consumes?: string[]
  response: Record<number, { content?: { 'application/json'?: { schema: object } } }>
}

/** A request to the API that a tool makes. */
export interface ToolRequest {
  method: string
  path: string
  /** JSON, or a list as text. */
  body?: { type: string; text: string }
}

export function schemaOf({ operation }: Tool): OperationSchema {
  return operation.schema as OperationSchema
}

const listArgument: ObjectSchema = {
  type: 'object',
  properties: {
    list: {
      type: 'string',
      description: 'The list as text: CSV with a line of titles, or a JSON object on each line',
    },
  },
  required: ['list'],
}

/** What a tool takes: the parameters of its operation's path, its query and the fields of its body, side by side. */
export function inputOf(tool: Tool): ObjectSchema {
  const { params, querystring, body, consumes } = schemaOf(tool)
  const parts = [params, querystring, consumes ? listArgument : body].filter((part) => part !== undefined)
  const hidden = [...(tool.without ?? []), ...Object.keys(tool.fixed ?? {})]
  const fields = parts.flatMap(({ properties }) => Object.entries(properties))
  return plain({
    type: 'object',
    properties: Object.fromEntries(fields.filter(([name]) => !hidden.includes(name))),
    required: parts.flatMap(({ required = [] }) => required),
  }) as ObjectSchema
}

/** What a tool answers: what its operation answers, an array under its plural. */
export function outputOf(tool: Tool): ObjectSchema {
  const { response } = schemaOf(tool)
  const answer = response[200] ?? response[202]
  const schema = answer?.content?.['application/json']?.schema
  if (!schema) return { type: 'object', properties: {} }
  const { plural } = tool
  return plain(
    plural ? { type: 'object', properties: { [plural]: schema }, required: [plural] } : schema,
  ) as ObjectSchema
}

/** A schema by itself: without references to components of the API's document. */
function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain)
  if (typeof schema !== 'object' || schema === null) return schema
  const { $id: _id, $ref, ...rest } = schema as { $id?: string; $ref?: string }
  const referred = $ref && components.find((each) => `${(each as { $id?: string }).$id}#` === $ref)
  if (referred) return plain(referred)
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, plain(value)]))
}

/** An assistant reads so many rows at once, unless it asks for more. */
const rowsAtOnce = '25'

/** The request that a call of a tool makes. What is wrong with the arguments, the operation says. */
export function toolRequest(tool: Tool, given: Record<string, unknown>): ToolRequest {
  const { operation, fixed = {}, without = [] } = tool
  const { params, querystring, body, consumes } = schemaOf(tool)
  const own = (part: ObjectSchema | undefined) =>
    Object.keys(part?.properties ?? {}).filter((name) => !without.includes(name))
  const path = own(params).reduce(
    (url, name) => url.replace(`:${name}`, encodeURIComponent(String(given[name] ?? ''))),
    operation.url,
  )
  const named = own(querystring).flatMap((name) => {
    const value = given[name] ?? (name === 'limit' ? rowsAtOnce : undefined)
    return value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]]
  })
  const query = new URLSearchParams(named)
  const prefix = operation.url.startsWith('/results/') ? '' : '/v1'
  const asked = { method: operation.method, path: `${prefix}${path}${query.size > 0 ? `?${query}` : ''}` }
  if (consumes) return { ...asked, body: { type: 'text/csv', text: String(given.list ?? '') } }
  if (!body) return asked
  const fields = own(body).flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]]))
  const text = JSON.stringify({ ...Object.fromEntries(fields), ...fixed })
  return { ...asked, body: { type: 'application/json', text } }
}
