import type { AddressInfo } from 'node:net'
import {
  type AuthInfo,
  createMcpHandler,
  hostHeaderValidationResponse,
  originValidationResponse,
} from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bearerToken, type CheckAccess, requireAccess } from '../access/access.ts'
import { ApiError } from '../base/http/schemas/error-codes.ts'
import { serve } from '../base/http/schemas/operation.ts'
import type { Role } from '../base/words/role.ts'
import { assistantOperations } from './operations.ts'
import { type CallApi, callOver, createAssistantServer } from './server.ts'

interface AssistantOptions {
  publicUrl(): string
  checkAccess: CheckAccess
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
  { publicUrl, checkAccess }: AssistantOptions,
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
          extra: { call: callOver(ownAddress(app), token), role: owner.role },
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

/** Where this process listens, for requests to itself. */
function ownAddress(app: FastifyInstance): string {
  const { address, family, port } = app.server.address() as AddressInfo
  const host = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address
  return `http://${family === 'IPv6' ? `[${host}]` : host}:${port}`
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

/** Registers, below `/v1`, what is asked about assistants. */
export function assistantRoutes(scope: FastifyInstance): void {
  serve(scope, assistantOperations.getMe, async ({ owner: { organization, user, role } }) => ({
    organization,
    user,
    role,
  }))
}
