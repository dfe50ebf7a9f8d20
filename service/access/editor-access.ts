import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Limits } from '../base/http/plugins/limits.ts'
import { type ApiError, unauthorized } from '../base/http/schemas/error-codes.ts'
import { bearerToken } from './access.ts'
import type { EditingSession } from './editing-sessions.ts'
import { hashOf } from './sql.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The editor's session: set on every route behind `requireEditing`. */
    editing: EditingSession
  }
}

interface EditorAccessOptions extends Limits {
  /** Finds a session by its secret; it may have ended. */
  editing: { find(secret: string): Promise<EditingSession | undefined> }
  publicUrl: () => string
}

/**
 * Protects the routes of this scope: they need a session of the editor, from a page of the session's origin, which
 * alone may read the response. A session from another origin is treated as invalid.
 */
export function requireEditing(scope: FastifyInstance, options: EditorAccessOptions): void {
  const { editing, strangers, checkRate, publicUrl } = options

  scope.addHook('onRequest', async (request, reply) => {
    const secret = bearerToken(request.headers.authorization)
    if (secret === undefined) throw unauthorized(40100)
    const hash = hashOf(secret)
    const found = await strangers.find(request, hash, () => editing.find(secret))
    if (!found || found.origin !== pageOrigin(request, publicUrl())) throw sessionOver()
    reply.headers(readableFrom(found.origin))
    if (!found.isOpen) throw sessionOver()
    request.editing = found
    request.owner = { ...found, root: hash, role: 'editor' }
    await checkRate(request, reply)
  })
}

/**
 * The origin of the page that sends the request, as the browser reports it. Without `Origin`, a same-origin request
 * comes from the service's own origin. Undefined for a client that is not a page.
 */
export function pageOrigin({ headers }: FastifyRequest, publicUrl: string): string | undefined {
  const isOwn = headers['sec-fetch-site'] === 'same-origin'
  return headers.origin ?? (isOwn ? new URL(publicUrl).origin : undefined)
}

/** CORS headers that let pages of this origin, and no other, read the response. */
export function readableFrom(origin: string): Record<string, string> {
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': 'Retry-After' }
}

function sessionOver(): ApiError {
  return unauthorized(40101, 'The session of the editor is over: open the editor again from the console.')
}
