import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import type { Limits } from '../base/http/plugins/limits.ts'
import { unauthorized } from '../base/http/schemas/error-codes.ts'
import { bearerToken } from './access.ts'
import { end, exchange, hashOf, issueOrRefuse, isValid, type Owner } from './sql.ts'

/** A session of the editor: who edits which template, on pages of which origin. */
export interface EditingSession {
  hash: string
  organization: string
  template: string
  origin: string
  user: string
  /** False once it is over, or what it rests on. */
  isOpen: boolean
}

/** The template that is edited. */
type EditedKey = Pick<EditingSession, 'organization' | 'template'>

const ticketSeconds = 10 * 60
const sessionSeconds = 2 * 60 * 60

/**
 * Creates a ticket, which is valid for ten minutes, once, from pages of the origin. Throws 40101 if the owner's token or
 * session is over by now.
 */
export function createTicket(
  db: Database,
  { hash: parent, organization, user, role, member }: Owner,
  page: Pick<EditingSession, 'template' | 'origin'>,
) {
  const holder = { organization, user, role, member, parent }
  return issueOrRefuse(db, { ...holder, ...page, kind: 'ticket', seconds: ticketSeconds })
}

/**
 * Exchanges a ticket for a session of two hours, or less if its token or session expires earlier. Undefined if the
 * ticket was used, is over, or is for another origin.
 */
export function takeTicket(db: Database, ticket: string, origin: string) {
  return exchange(db, ticket, 'ticket', { kind: 'editing', seconds: sessionSeconds, origin })
}

/** The session with this secret, also for a while after it is over. */
export async function findEditing(db: Database, secret: string): Promise<EditingSession | undefined> {
  const { rows } = await sql<EditingSession>`
    SELECT hash, organization, template, origin, user_name AS "user", ${isValid} AS "isOpen"
    FROM credential WHERE hash = ${hashOf(secret)} AND kind = 'editing'`.execute(db)
  return rows[0]
}

/** Ends one session. */
export async function endEditing(db: Database, { organization, hash }: EditingSession): Promise<void> {
  await end(db, sql`kind = 'editing' AND organization = ${organization} AND hash = ${hash}`)
}

/** Ends all sessions and unused tickets of a template. */
export async function endEditingOf(db: Database, { organization, template }: EditedKey): Promise<void> {
  const theirs = sql`organization = ${organization} AND template = ${template}`
  await end(db, sql`kind IN ('ticket', 'editing') AND ${theirs}`)
}

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
export function requireEditing(
  scope: FastifyInstance,
  { editing, strangers, checkRate, publicUrl }: EditorAccessOptions,
): void {
  scope.addHook('onRequest', async (request, reply) => {
    const secret = bearerToken(request.headers.authorization)
    if (secret === undefined) throw unauthorized(40100)
    const hash = hashOf(secret)
    const found = await strangers.find(request, hash, () => editing.find(secret))
    if (!found || found.origin !== pageOrigin(request, publicUrl())) throw unauthorized(40101, over)
    reply.headers(readableFrom(found.origin))
    if (!found.isOpen) throw unauthorized(40101, over)
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

const over = 'The session of the editor is over: open the editor again from the console.'
