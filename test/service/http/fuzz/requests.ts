import type { OpenapiDocument, Operation } from '../../../support/openapi.ts'
import type { Random } from './random.ts'
import { anyText, type ValueSchema, valueFor } from './values.ts'

/** A request as it is sent. */
export interface FuzzRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

/** What requests are made of. */
export interface FuzzMaterial {
  document: OpenapiDocument
  /** Tokens of two organizations. */
  tokens: readonly [string, string]
  /** Ids that were given out so far, of either. */
  ids: string[]
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const mediaTypes = [
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'x',
  'multipart/form-data',
]

/** The next random request: mostly one that the document describes, bent here and there. */
export function nextRequest(material: FuzzMaterial, random: Random): FuzzRequest {
  const [path, described] = random.pick(Object.entries(material.document.paths))
  const [method, operation] = random.pick(Object.entries(described))
  const isBent = random.chance(0.05)
  const request: FuzzRequest = {
    method: isBent ? random.pick(methods) : method.toUpperCase(),
    path: `${path.startsWith('/results/') ? '' : '/v1'}${pathFor(path, material, random)}`,
    headers: headersFor(operation, material, random),
  }
  if (request.method === 'GET' || request.method === 'HEAD') return request
  const body = bodyFor(operation, material, random)
  if (body === undefined) return request
  const type = random.chance(0.95) ? 'application/json' : random.pick(mediaTypes)
  return { ...request, body, headers: { ...request.headers, 'content-type': type } }
}

function pathFor(template: string, { ids }: FuzzMaterial, random: Random): string {
  const id = () => (ids.length > 0 && random.chance(0.85) ? random.pick(ids) : inPath(anyText(random)))
  const path = template.replace(/\{.*?\}/g, id)
  if (random.chance(0.02)) return `${path}/${inPath(anyText(random))}`
  return random.chance(0.05) ? `${path}?${inPath(anyText(random))}` : path
}

/** Sometimes with a bad escape. */
function inPath(text: string): string {
  const short = text.slice(0, 500).toWellFormed()
  return encodeURIComponent(short).replace(/^\.+$/, '%2e') || '%ff'
}

function headersFor(operation: Operation, { tokens }: FuzzMaterial, random: Random): Record<string, string> {
  const token = random.chance(0.95) ? tokens[random.chance(0.85) ? 0 : 1] : 'not-a-token'
  const headers: Record<string, string> = random.chance(0.97) ? { authorization: `Bearer ${token}` } : {}
  const names = operation.parameters?.filter((parameter) => parameter.in === 'header') ?? []
  for (const { name } of names) if (random.chance(0.2)) headers[name] = `key-${random.below(300)}`
  if (random.chance(0.1)) headers['if-none-match'] = random.pick(['*', '"a", W/"b"', ',,,', '"'])
  return headers
}

function bodyFor({ requestBody }: Operation, { ids }: FuzzMaterial, random: Random): string | undefined {
  const schema = requestBody?.content['application/json']?.schema as ValueSchema | undefined
  if (!schema) return random.chance(0.1) ? anyText(random).toWellFormed() : undefined
  const json = JSON.stringify(valueFor(schema, 'body', random, ids))
  if (random.chance(0.03)) return json.slice(0, random.below(json.length))
  return random.chance(0.01) ? '['.repeat(30_000) : json
}
