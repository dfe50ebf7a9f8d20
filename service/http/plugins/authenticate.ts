import type { FastifyRequest } from 'fastify'
import type { Database } from '../../store/database.ts'
import { findOwner, type Owner } from '../../store/tokens.ts'
import { ApiError } from '../schemas/error-codes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom the request's token belongs to: there on every route behind `authenticate`. */
    owner: Owner
  }
}

/** An onRequest hook: lets a request with a valid bearer token pass and notes its owner; any other is 401. */
export function authenticate(db: Database) {
  return async (request: FastifyRequest): Promise<void> => {
    const token = bearerToken(request.headers.authorization)
    if (token === undefined) throw unauthorized(40100)
    const owner = await findOwner(db, token)
    if (!owner) throw unauthorized(40101)
    request.owner = owner
  }
}

/** RFC 9110 §11.1: the name of the scheme is written in any case. */
function bearerToken(header: string | undefined): string | undefined {
  return /^bearer +(.*\S)\s*$/i.exec(header ?? '')?.[1]
}

function unauthorized(code: 40100 | 40101): ApiError {
  return new ApiError(code, undefined, { 'WWW-Authenticate': 'Bearer' })
}
