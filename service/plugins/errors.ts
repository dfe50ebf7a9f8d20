import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, type ErrorCode } from '../errors.ts'

/** Answers every failure of every path, Fastify's own included, in the shape of the contract. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply))
  app.setNotFoundHandler(() => {
    throw new ApiError(40400)
  })
}

/** Sends an error; what is not ours to tell is logged and told as 50000. */
export function sendError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const told = toApiError(error)
  if (told.statusCode >= 500) request.log.error({ err: error }, 'request failed')
  return reply.code(told.statusCode).headers(told.headers).send(told.body)
}

/** Fastify's own failures by their code. */
const frameworkErrors: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 40000,
  FST_ERR_CTP_EMPTY_JSON_BODY: 40000,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 40000,
  FST_ERR_BAD_URL: 40000,
  FST_ERR_VALIDATION: 40001,
  FST_ERR_CTP_BODY_TOO_LARGE: 41300,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 41500,
}

function toApiError(error: Error & { code?: string }): ApiError {
  if (error instanceof ApiError) return error
  const code = frameworkErrors[error.code ?? '']
  if (code === 40001) return new ApiError(code, error.message)
  return new ApiError(code ?? 50000)
}
