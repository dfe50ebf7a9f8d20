import type { FastifyReply } from 'fastify'

/** Sends JSON text unchanged. */
export function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json)
}
