/** Every error of the API: HTTP status × 100 + n, and what it means. `docs/api.md` and OpenAPI list them. */
export const errorMeanings = {
  40000: 'The body or the URL could not be read: it is not JSON, or has a bad escape.',
  40001: 'A field is missing or has a wrong type or value; the message names it.',
  40002: 'The prospect is unknown.',
  40003: 'The template is unknown or broken.',
  40004: 'The template does not offer the language.',
  40005: 'The callback is not an http or https URL that the service may reach.',
  40100: 'No token: send Authorization: Bearer <token>.',
  40101: 'Not a valid token: unknown, expired or revoked.',
  40300: 'Not allowed: by the role of the token, or from the origin of the page.',
  40400: 'Not found.',
  40500: 'The method is not one of this path; Allow lists them.',
  40800: 'The request did not come in time.',
  40900: 'A request with this Idempotency-Key is still being answered.',
  40901: 'Another version is the current one: nothing was stored.',
  40902: 'The campaign is not made for that: no goal, no control group, or a person in it.',
  40903: 'The organization would have no admin among its members.',
  41300: 'The body is too large: at most 64 KiB.',
  41500: 'The media type is not one that this path takes: send JSON with Content-Type: application/json.',
  42200: 'The Idempotency-Key came with another body: send that body, or another key.',
  42900: 'Too many requests: wait as long as Retry-After says.',
  43100: 'The headers are too large.',
  50000: 'Something went wrong in the service.',
  50300: 'The service cannot answer now: try again after Retry-After seconds.',
} as const

export type ErrorCode = keyof typeof errorMeanings

/** An error response. The status is the first three digits of the code. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, message: string = errorMeanings[code], headers: Record<string, string> = {}) {
    super(message)
    this.code = code
    this.headers = headers
  }

  get statusCode(): number {
    return Math.floor(this.code / 100)
  }

  get body(): { error: ErrorCode; message: string } {
    return { error: this.code, message: this.message }
  }
}

/** Creates a 401 that asks for a bearer token. */
export function unauthorized(code: 40100 | 40101, message?: string): ApiError {
  return new ApiError(code, message, { 'WWW-Authenticate': 'Bearer' })
}
