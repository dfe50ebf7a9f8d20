import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseCoding, matchesEtag, type Representation } from './representation.ts'

/** Answers with a body in the coding that the request prefers, or 304 where it has it already. */
export function sendRepresentation(
  what: Representation,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { body, etag, headers: own } = what[chooseCoding(headers['accept-encoding']?.toString())]
  reply.headers(own)
  if (!matchesEtag(headers['if-none-match'], etag)) return reply.send(body)
  return reply.code(304).removeHeader('Content-Length').removeHeader('Content-Type').send()
}
