import type { FastifyInstance } from 'fastify'
import type { Admit } from '../plugins/admit.ts'
import { addEtags } from '../plugins/etag.ts'
import { answerOnce } from '../plugins/idempotency.ts'
import { readJsonBodies } from '../plugins/json-body.ts'
import { describeRoutes, openapiRoute } from '../plugins/openapi.ts'
import type { Service } from '../service.ts'
import { contentRoutes } from './content.ts'
import { prospectRoutes } from './prospects.ts'

/** `/v1`: the six operations behind a token, unknown paths too, and their description, which is public. */
export async function apiRoutes(app: FastifyInstance, service: Service, admit: Admit): Promise<void> {
  let describe = (): object => ({})
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', async (_request, reply) => {
        reply.header('Cache-Control', 'private, no-cache')
      })
      scope.addHook('onRequest', admit)
      // Never reached, as unknown paths are answered before it: it gives them this scope's hooks.
      scope.setNotFoundHandler(() => {})
      readJsonBodies(scope)
      answerOnce(scope, service)
      addEtags(scope)
      await describeRoutes(scope)
      prospectRoutes(scope, service)
      contentRoutes(scope, service)
      scope.addHook('onReady', async () => {
        describe = scope.swagger
        describe()
      })
    },
    { prefix: '/v1' },
  )
  await app.register((scope) => openapiRoute(scope, service, () => describe()), { prefix: '/v1' })
}
