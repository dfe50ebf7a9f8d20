import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Answers a request, or returns false, having touched nothing: then it goes on. */
export type AnswerAhead = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Has `answer` see every request ahead of Fastify: for the two that come all the time, whose routing, hooks and reply
 * would cost more than the answer itself.
 */
export function answerAhead(app: FastifyInstance, answer: AnswerAhead): void {
  const [onward] = app.server.listeners('request') as ((...pair: Parameters<AnswerAhead>) => void)[]
  app.server.removeAllListeners('request')
  app.server.on('request', (...pair: Parameters<AnswerAhead>) => answer(...pair) || onward?.(...pair))
}
