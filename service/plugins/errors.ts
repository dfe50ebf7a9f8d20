import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, type ErrorCode } from '../errors.ts'
import { isUnavailable } from '../store/unavailable.ts'
import { tellInvalid } from './invalid-field.ts'

/** Answers every failure of every route, Fastify's own included, in the shape of the contract. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply))
}

/** Sends an error; what is not ours to tell is logged and told as 50000. */
export function sendError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const told = isCutOff(error, request) ? new ApiError(40000) : toApiError(error)
  if (told.statusCode >= 500) request.log.error({ err: error }, 'request failed')
  // Fastify would close the connection while the body still comes: the client would see a reset, not the answer.
  if (told.code === 41300) reply.removeHeader('Connection')
  return reply.code(told.statusCode).headers(told.headers).send(told.body)
}

/** Whether the client went away, or sent what is no HTTP, before its body was there. */
function isCutOff(error: Error & { code?: string }, { raw }: FastifyRequest): boolean {
  return error.code === 'ECONNRESET' && !raw.complete
}

/** Fastify's own failures by their code. */
const frameworkErrors: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 40000,
  FST_ERR_CTP_EMPTY_JSON_BODY: 40000,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 40000,
  FST_ERR_BAD_URL: 40000,
  FST_ERR_MAX_PARAM_LENGTH: 40400,
  FST_ERR_CTP_BODY_TOO_LARGE: 41300,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 41500,
}

/** What may be told of a failure. */
export function toApiError(error: Error & Partial<FastifyError>): ApiError {
  if (error instanceof ApiError) return error
  if (error.validation) return new ApiError(40001, tellInvalid(error.validation[0], error.validationContext))
  const code = frameworkErrors[error.code ?? '']
  if (code) return new ApiError(code)
  if (isUnavailable(error)) return new ApiError(50300, undefined, { 'Retry-After': '1' })
  return new ApiError(50000)
}
