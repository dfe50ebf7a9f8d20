import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { EditingRoom } from '../../editing/editing.ts'
import { createRecentSet } from '../../model/recent-set.ts'
import type { BruteForceLimit } from '../../net/brute-force-limit.ts'
import type { EditingSession } from '../../store/editing-sessions.ts'
import { hashToken } from '../../store/tokens.ts'
import { type ApiError, assertNoWait, unauthorized } from '../schemas/error-codes.ts'
import { bearerToken } from './access.ts'
import { limitRate } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The editor's session: set on every route behind `requireEditing`. */
    editing: EditingSession
  }
}

interface EditorAccessOptions {
  editing: Pick<EditingRoom, 'find'>
  strangers: BruteForceLimit
  /** Requests a minute and session; 0 is off. */
  rateLimit: number
  publicUrl: () => string
}

/** Hashes of sessions that were open when they were used last. */
const mostRecent = 10_000

/**
 * Puts the routes of this scope behind a session of the editor, from pages of its origin: only they may read an answer. A
 * session from elsewhere is answered as one that is none.
 */
export function requireEditing(scope: FastifyInstance, options: EditorAccessOptions): void {
  const { editing, strangers, rateLimit, publicUrl } = options
  const checkRate = limitRate(rateLimit)
  const lately = createRecentSet(mostRecent)

  scope.addHook('onRequest', async (request, reply) => {
    const secret = bearerToken(request.headers.authorization)
    if (secret === undefined) throw unauthorized(40100)
    const hash = hashToken(secret)
    if (!lately.has(hash)) assertNoWait(strangers.waitSeconds(request.raw))
    const found = await editing.find(secret)
    if (!found) strangers.note(request.raw)
    if (!found || found.origin !== pageOrigin(request, publicUrl())) throw isOver()
    reply.headers(readableFrom(found.origin))
    if (!found.isOpen) throw isOver()
    lately.add(hash)
    request.editing = found
    request.owner = { ...found, tokenId: hash, role: 'editor' }
    checkRate(request, reply)
  })
}

/**
 * The origin of the page that asks, as the browser says it: without `Origin` it is the service's own, where the page came
 * from there as well and only reads. Undefined for what is no page.
 */
export function pageOrigin({ headers }: FastifyRequest, publicUrl: string): string | undefined {
  const isOwn = headers['sec-fetch-site'] === 'same-origin'
  return headers.origin ?? (isOwn ? new URL(publicUrl).origin : undefined)
}

/** The headers by which a page of this origin, and of no other, may read an answer. */
export function readableFrom(origin: string): Record<string, string> {
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': 'Retry-After' }
}

function isOver(): ApiError {
  return unauthorized(40101, 'The session of the editor is over: open the editor again from the console.')
}
