import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseCoding, matchesEtag, type Representation } from '../base/http/compress.ts'

/** Sends a body in the client's preferred coding, or 304 where the client has it. */
export function sendRepresentation(
  what: Representation,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { body, etag, headers: own, headers304 } = what[chooseCoding(headers['accept-encoding']?.toString())]
  if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).headers(headers304).send()
  return reply.headers(own).send(body)
}
