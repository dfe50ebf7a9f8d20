import type { AddressInfo } from 'node:net'
import {
  type AuthInfo,
  createMcpHandler,
  hostHeaderValidationResponse,
  originValidationResponse,
} from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { bearerToken, type CheckAccess, requireAccess } from '../access/access.ts'
import type { Database } from '../base/database/database.ts'
import { keyOf, readPage, readPageQuery } from '../base/http/list-page.ts'
import { ApiError } from '../base/http/schemas/error-codes.ts'
import { serve } from '../base/http/schemas/operation.ts'
import type { Role } from '../base/words/role.ts'
import { ownUrl } from '../config.ts'
import { assistantOperations } from './operations.ts'
import { type CallApi, callOver, createAssistantServer, toolHeader } from './server.ts'
import { type Concerned, insertAct, listActs } from './sql.ts'
import { tools } from './tools.ts'

interface AssistantOptions {
  db: Database
  publicUrl(): string
}

/** A list comes as the text of an argument. */
const maxBytes = 4 * 1024 * 1024
const metadataPath = '/.well-known/oauth-protected-resource'

/**
 * Registers `POST /mcp`, the server of the Model Context Protocol. A tool is a request to `/v1` with the caller's own token:
 * what is checked, counted and answered is the API's.
 */
export async function mcpRoutes(
  app: FastifyInstance,
  { publicUrl, checkAccess }: AssistantOptions & { checkAccess: CheckAccess },
): Promise<void> {
  const handler = createMcpHandler(({ authInfo }) => {
    const { call, role } = (authInfo as AuthInfo).extra as { call: CallApi; role: Role }
    return createAssistantServer({ call, role })
  })
  app.addHook('onClose', handler.close)

  await app.register(async (scope) => {
    scope.addHook('onRequest', async ({ headers }) => assertOwnHost(headers, publicUrl()))
    scope.addHook('onSend', async (_request, reply) => {
      if (reply.statusCode === 401)
        reply.header('WWW-Authenticate', `Bearer resource_metadata="${publicUrl()}${metadataPath}/mcp"`)
    })
    requireAccess(scope, checkAccess)
    scope.post(
      '/mcp',
      { bodyLimit: maxBytes, config: { role: 'viewer', isSlow: true } },
      async (request, reply) => {
        const { headers, body, owner } = request
        const asked = new Request(`${publicUrl()}/mcp`, {
          method: 'POST',
          headers: new Headers(
            Object.entries(headers).flatMap(([name, value]) =>
              value ? [[name, String(value)] as [string, string]] : [],
            ),
          ),
        })
        const token = bearerToken(headers.authorization) ?? ''
        const authInfo: AuthInfo = {
          token,
          clientId: owner.user,
          scopes: [owner.role],
          extra: { call: callOver(ownUrl(app.server.address() as AddressInfo), token), role: owner.role },
        }
        const answer = await handler.fetch(asked, { authInfo, parsedBody: body })
        return reply.send(answer)
      },
    )
  })

  // RFC 9728: whose tokens are taken. Motif's are made in the console, by no authorization server.
  for (const path of [metadataPath, `${metadataPath}/mcp`])
    app.get(path, async () => ({
      resource: `${publicUrl()}/mcp`,
      bearer_methods_supported: ['header'],
      scopes_supported: ['viewer', 'editor', 'admin'],
      resource_documentation: `${publicUrl()}/console/settings`,
    }))
}

/**
 * Throws 40300 for a page of another origin, and for a name of the host that is not the service's: a page could have its own
 * name lead here. https://modelcontextprotocol.io/specification/2026-07-28/basic/transports#security-warning
 */
function assertOwnHost({ host = '', origin }: FastifyRequest['headers'], publicUrl: string): void {
  const { hostname } = new URL(publicUrl)
  const own = [hostname, 'localhost', '127.0.0.1', '[::1]']
  const asked = new Request('http://localhost/', { headers: { host, ...(origin && { origin }) } })
  const refused = hostHeaderValidationResponse(asked, own) ?? originValidationResponse(asked, own)
  if (refused) throw new ApiError(40300, 'This host or page is not one of the service’s own.')
}

/** Registers, below `/v1`, what is asked about assistants, and notes what their tools change. */
export function assistantRoutes(scope: FastifyInstance, { db }: AssistantOptions): void {
  serve(scope, assistantOperations.getMe, async ({ owner: { organization, user, role } }) => ({
    organization,
    user,
    role,
  }))
  serve(scope, assistantOperations.listAssistantActs, async ({ owner, query }) => {
    const wanted = readPageQuery(query, Type.Tuple([keyOf.time, keyOf.id]))
    const page = await readPage(
      wanted,
      (of) => listActs(db, owner.organization, of),
      ({ at, id }): [string, string] => [String(Date.parse(at)), id],
    )
    const { rows, ...rest } = page
    return { acts: rows, ...rest }
  })

  scope.addHook('onSend', async ({ headers, owner, params, method }, { statusCode }, payload) => {
    const tool = headers[toolHeader]?.toString() ?? ''
    if (!Object.hasOwn(tools, tool) || method === 'GET' || statusCode >= 400) return
    const answer = payload ? (JSON.parse(String(payload)) as Made) : {}
    await insertAct(db, owner.organization, { tool, user: owner.user, ...concernedBy(tool, params, answer) })
  })
}

interface Made {
  id?: string
  version?: number
}

const kinds = { '/prospects': 'prospect', '/content': 'content', '/campaigns': 'campaign' } as const

/** What a call of a tool concerned, by the ids in its path and its answer. */
function concernedBy(tool: string, params: unknown, made: Made): Omit<Concerned, 'tool' | 'user'> {
  const { id, index, name } = params as Record<string, string | undefined>
  const url = tools[tool]?.operation.url ?? ''
  const [, kind] = Object.entries(kinds).find(([path]) => url.startsWith(path)) ?? []
  const { version } = made
  return {
    ...(kind && { [kind]: id ?? made.id }),
    ...(index !== undefined && { item: index }),
    ...(name !== undefined && { template: name }),
    ...(version !== undefined && { version }),
  }
}
