import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FastifySchemaValidationError } from 'fastify/types/schema.js'
import { isUnavailable } from '../../database/unavailable.ts'
import { DomainError, refusals } from '../../words/errors.ts'
import { countOf } from '../../words/text.ts'
import { ApiError, type ErrorCode } from '../schemas/error-codes.ts'
import { traceOf } from './request-log.ts'

/** Answers every failure of every route, Fastify's own included, in the API's shape. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply))
}

/** Sends an error. One that is not meant for clients is logged and answered as 50000. */
export function sendError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answered = isCutOff(error, request) ? new ApiError(40000) : toApiError(error)
  if (answered.statusCode >= 500)
    request.log.error({ requestId: request.id, ...traceOf(request.headers), err: error }, 'request failed')
  // Fastify would close the connection while the body still arrives: the client would see a reset, not the response.
  if (answered.code === 41300) reply.removeHeader('Connection')
  return reply.code(answered.statusCode).headers(answered.headers).send(answered.body)
}

/** Whether the client disconnected, or sent something that is not HTTP, before its body was complete. */
function isCutOff(error: Error & { code?: string }, { raw }: FastifyRequest): boolean {
  return error.code === 'ECONNRESET' && !raw.complete
}

const frameworkErrors: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 40000,
  FST_ERR_CTP_EMPTY_JSON_BODY: 40000,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 40000,
  FST_ERR_BAD_URL: 40000,
  FST_ERR_MAX_PARAM_LENGTH: 40400,
  FST_ERR_CTP_BODY_TOO_LARGE: 41300,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 41500,
}

function toApiError(error: Error & Partial<FastifyError>): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof DomainError) {
    const { refusal, message, retryAfterSeconds: wait } = error
    const headers = {
      ...(refusal === 'origin-refused' && { Vary: 'Origin' }),
      ...(wait && { 'Retry-After': String(wait) }),
    }
    return new ApiError(refusals[refusal], message || undefined, headers)
  }
  if (error.validation) return new ApiError(40001, describeInvalid(error.validation, error.validationContext))
  const code = frameworkErrors[error.code ?? '']
  if (code) return new ApiError(code)
  if (isUnavailable(error)) return new ApiError(50300, undefined, { 'Retry-After': '1' })
  return new ApiError(50000)
}

const typeNames: Record<string, string> = {
  string: 'a text',
  object: 'an object',
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
}

const rules: Record<string, (params: Record<string, unknown>) => string> = {
  type: ({ type }) => `be ${typeNames[String(type)] ?? type}`,
  enum: ({ allowedValues }) => `be one of ${[allowedValues].flat().join(', ')}`,
  const: ({ allowedValue }) => `be ${allowedValue}`,
  minimum: ({ limit }) => `be at least ${limit}`,
  minItems: ({ limit }) => `have at least ${countOf(Number(limit), 'item')}`,
  maxLength: ({ limit }) => `have at most ${limit} characters`,
  format: () => 'be a date and time such as 2026-11-20T09:30:00.000Z',
}

/**
 * Says what to change, in a sentence that begins with the field: `titles[0]: must be a text.` If a field may be one of several
 * kinds, there is an error for each: those that lie deepest are about the kind that was meant.
 */
function describeInvalid(errors: FastifySchemaValidationError[], context = 'body'): string {
  const broken = errors.filter(({ keyword }) => keyword !== 'anyOf')
  const [deepest] = broken.toSorted((one, other) => depthOf(other) - depthOf(one))
  if (!deepest) return `${context}: is not valid.`
  const field = fieldOf(deepest.instancePath)
  const { missingProperty, additionalProperty } = deepest.params
  const within = field && `${field}.`
  if (deepest.keyword === 'required') return `${within}${missingProperty}: is missing.`
  if (deepest.keyword === 'additionalProperties')
    return `${within}${additionalProperty}: is not a field of ${field || context}.`
  const ofField = broken.filter(({ instancePath }) => instancePath === deepest.instancePath)
  const musts = ofField.map(
    ({ keyword, params, message = '' }) => rules[keyword]?.(params) ?? message.replace(/^must /, ''),
  )
  return `${field || context}: must ${[...new Set(musts)].join(' or ')}.`
}

const depthOf = ({ instancePath }: FastifySchemaValidationError) => instancePath.split('/').length

function fieldOf(pointer: string): string {
  const parts = pointer.split('/').slice(1)
  return parts.map((part, at) => (/^[0-9]+$/.test(part) ? `[${part}]` : `${at ? '.' : ''}${part}`)).join('')
}
