import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Database } from '../base/database/database.ts'
import { type Role, rolesFrom } from '../base/words/role.ts'
import { findRoles } from './sql.ts'

interface OpenResponse {
  /** Hash of the credential that it was asked with. */
  hash: string
  /** The lowest role that may ask for it. */
  least: Role | undefined
  response: ServerResponse
}

/** Follows a response until it ends. */
export type FollowResponse = (request: FastifyRequest, reply: FastifyReply) => void

/** A stream ends within 5 s of its credential's end: this, and the time of a query. */
const defaultCheckMs = 2000

/**
 * Cuts off responses whose credential has ended since they began (revoked, expired, signed out), or whose role no longer
 * allows them, on whichever replica that happened: live streams, exports, whatever is still being sent. What is not yet
 * being sent goes on: it was allowed when it began.
 */
export function followOpenResponses({
  db,
  log,
  checkMs = defaultCheckMs,
}: {
  db: Database
  log: Logger
  checkMs?: number
}): FollowResponse {
  const open = new Set<OpenResponse>()
  let isWaiting = false

  async function check(): Promise<void> {
    const sent = [...open].filter(({ response }) => response.headersSent)
    try {
      if (sent.length > 0) await cutOff(sent)
    } catch (error) {
      log.warn({ err: error }, 'open responses could not be checked; they will be')
    }
    isWaiting = false
    checkSoon()
  }

  async function cutOff(sent: OpenResponse[]): Promise<void> {
    const found = await findRoles(db, [...new Set(sent.map(({ hash }) => hash))])
    for (const { hash, least, response } of sent) {
      const role = found.get(hash)
      if (!role || (least && !rolesFrom(least).includes(role))) response.destroy()
    }
  }

  function checkSoon(): void {
    if (isWaiting || open.size === 0) return
    isWaiting = true
    setTimeout(() => void check(), checkMs).unref()
  }

  return ({ owner, routeOptions }, { raw: response }) => {
    const followed = { hash: owner.hash, least: routeOptions.config.role, response }
    open.add(followed)
    response.once('close', () => open.delete(followed))
    checkSoon()
  }
}
