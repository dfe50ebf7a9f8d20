import { type ErrorCode, errorMeanings } from './error-codes.ts'

const text = (description: string) => ({ type: 'string', description })
const whole = (description: string) => ({ type: 'integer', description })

export const headersOfAll = {
  'X-Request-Id': text('Names the request in the logs'),
  'Cache-Control': text('private, no-cache'),
  'RateLimit-Limit': whole('Requests a minute that the token has; not sent where there is no limit'),
  'RateLimit-Remaining': whole('Requests that are left in this minute'),
  'RateLimit-Reset': whole('Seconds until the minute ends'),
}
export const headersOfReads = { ...headersOfAll, ETag: text('Strong entity tag of the body') }
export const headersOfFiles = {
  ...headersOfAll,
  'Content-Disposition': text('attachment, and the name of the file'),
}
export const headersOfWrites = {
  ...headersOfAll,
  'Motif-Ignored': text('Fields of the body that no schema names, which are ignored: `name, city`'),
}
export const headersOfCreates = {
  ...headersOfWrites,
  'Idempotency-Replayed': text('true where this is the answer that the first request with the key was given'),
}
/** By HTTP status, in addition to `X-Request-Id`. */
const headersOfErrors: Record<number, object> = {
  401: { 'WWW-Authenticate': text('Bearer') },
  429: { ...headersOfAll, 'Retry-After': whole('Seconds to wait') },
  503: { 'Retry-After': whole('Seconds to wait') },
}

const errorsOfAll: ErrorCode[] = [40000, 40100, 40101, 40300, 40800, 42900, 43100, 50000, 50300]

/** One response for each status, which lists its error codes: those of all operations, and `more`. */
export function errorResponses(more: readonly ErrorCode[]) {
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
