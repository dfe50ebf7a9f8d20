import type { FastifyInstance } from 'fastify'
import { serve } from '../base/http/schemas/operation.ts'
import type { Connections } from './connections.ts'
import { connectionOperations as operations } from './operations.ts'

/** Registers `/connections`. */
export function connectionRoutes(app: FastifyInstance, connections: Connections): void {
  serve(app, operations.connectHubspot, ({ owner, body }) =>
    connections.connect(owner.organization, body.token),
  )
  serve(app, operations.getHubspot, ({ owner }) => connections.get(owner.organization))
  serve(app, operations.disconnectHubspot, ({ owner }) => connections.disconnect(owner.organization))
  serve(app, operations.searchHubspotLists, ({ owner, query }) =>
    connections.lists(owner.organization, query.search ?? ''),
  )
}
