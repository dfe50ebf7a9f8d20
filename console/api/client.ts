import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from '../../service/base/http/schemas/operation.ts'
import type { ApiOperations } from '../../service/operations.ts'
import { reportReached, reportUnreached } from './connection.ts'
import { noteSignedOut } from './session-state.ts'

/** A failed request. The message says what its reader can do. `status` is 0 if the service could not be reached. */
export class Failure extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** What is sent with a request. */
export interface Sending {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON. */
  json?: unknown
  /** Sent as it is, with its type. */
  body?: { type: string; content: Blob | string }
  signal?: AbortSignal | undefined
  /** An idempotency key: sending the same request twice does its work once. */
  key?: string
}

/** Sends a request to the service as the person who is signed in. Rejects with a Failure. */
export async function request(path: string, sending: Sending = {}): Promise<Response> {
  const response = await fetch(path, toInit(sending)).catch((error) => {
    if (sending.signal?.aborted) throw error
    reportUnreached()
    throw new Failure(0, 'The service cannot be reached. The console keeps trying.')
  })
  if (isAway(response.status)) reportUnreached()
  else reportReached()
  if (response.ok) return response
  if (response.status === 401) noteSignedOut('expired')
  throw await toFailure(response)
}

/** Whether the service does not answer, or a proxy in its place: then it is asked again until it does. */
export function isAway(status: number): boolean {
  return status === 502 || status === 503 || status === 504
}

/** What an operation is asked with. */
type Asking<Given> = Pick<Sending, 'signal' | 'key'> & {
  query?: { [Name in keyof QueryOf<Given>]?: string | number | undefined }
} & (keyof ParamsOf<Given> extends never ? object : { params: ParamsOf<Given> }) &
  (Given extends { body: unknown } ? { json: BodyOf<Given> } : object) &
  (Given extends { mediaTypes: unknown } ? { body: Sending['body'] } : object)

/**
 * Asks for an operation of the service: `ask('GET /v1/campaigns/:id', { params: { id } })`. What it takes and answers is what
 * the schemas of the service say. Empty values of the query are left out. Rejects with a Failure.
 */
export async function ask<Name extends keyof ApiOperations & string>(
  name: Name,
  asking: Asking<ApiOperations[Name]>,
): Promise<AnswerOf<ApiOperations[Name]>> {
  const { params = {}, query = {}, ...sending } = asking as Asked
  const [method, path = ''] = name.split(' ') as [NonNullable<Sending['method']>, string]
  const filled = path.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(params[param] ?? ''))
  const response = await request(withQuery(filled, query), { method, ...sending })
  const answer: unknown = response.status === 204 ? undefined : await response.json()
  // The service holds its handlers to the same schemas.
  return answer as AnswerOf<ApiOperations[Name]>
}

/** The same for all operations. */
interface Asked extends Sending {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
}

function withQuery(path: string, query: NonNullable<Asked['query']>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search ? `${path}?${search}` : path
}

function toInit({ method = 'GET', json, body, signal, key }: Sending): RequestInit {
  const headers = new Headers()
  if (json !== undefined) headers.set('Content-Type', 'application/json')
  if (body) headers.set('Content-Type', body.type)
  if (key) headers.set('Idempotency-Key', key)
  return {
    method,
    headers,
    body: json === undefined ? (body?.content ?? null) : JSON.stringify(json),
    cache: 'no-cache',
    ...(signal ? { signal } : {}),
  }
}

async function toFailure(response: Response): Promise<Failure> {
  const { message } = (await response.json().catch(() => ({}))) as { message?: string }
  return new Failure(response.status, message ?? wordsFor(response.status))
}

/** What is said of an answer without words of the service's own, such as a proxy's. */
function wordsFor(status: number): string {
  if (status === 413)
    return 'A server in front of the service takes nothing so large. Ask whoever operates it to let it take 64 MiB, or send the list in parts.'
  return `The service answered ${status}.`
}
