import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseCoding, matchesEtag, type Representation } from './compress.ts'

/** Answers with a body in the coding that the request prefers, or 304 where it has it already. */
export function sendRepresentation(
  what: Representation,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { body, etag, headers: own, headers304 } = what[chooseCoding(headers['accept-encoding']?.toString())]
  if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).headers(headers304).send()
  return reply.headers(own).send(body)
}
