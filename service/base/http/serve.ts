import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteHandlerMethod } from 'fastify'
import type { AnswerOf, BodyOf, Operation, ParamsOf, QueryOf, Served } from './schemas/operation.ts'

/** A request that the schemas of an operation have checked. */
type Asked<Given> = FastifyRequest<{
  Params: ParamsOf<Given>
  Querystring: QueryOf<Given>
  Body: BodyOf<Given>
}>

type Answered<Given> = AnswerOf<Given> | FastifyReply

/** Registers the route of an operation. Its handler takes and answers what the operation's schemas say. */
export function serve<Given extends Operation>(
  app: FastifyInstance,
  operation: Served<HTTPMethods, Given>,
  handler: (request: Asked<Given>, reply: FastifyReply) => Answered<Given> | Promise<Answered<Given>>,
): void {
  // The schemas have made the request what the handler takes.
  app.route({ ...operation, handler: handler as unknown as RouteHandlerMethod })
}
