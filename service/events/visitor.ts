import type { IncomingMessage } from 'node:http'
import { isbot } from 'isbot'
import { clientAddress } from '../base/net/client-address.ts'

/** The sender of a request. Never stored, never logged. */
export interface Visitor {
  /** For the rate limit: an IPv4 address, or the /64 of an IPv6 one. Undefined for the machine itself. */
  address: string | undefined
  robot: boolean
}

/**
 * Who sent a request: see `clientAddress`. A request from the machine itself comes by a proxy that names no client, or
 * from somebody who tries things out with tools and headless browsers, which anywhere else count as robots.
 */
export function visitorOf(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  address = clientAddress(request),
): Visitor {
  return { address, robot: isRobot(request.headers['user-agent'], address === undefined) }
}

function isRobot(userAgent = '', isLocal: boolean): boolean {
  return isKnownRobot(userAgent) && (!isLocal || /bot|crawl|spider|https?:/i.test(userAgent))
}

/** Cached, because most visits have one of a few user agents, and searching the list of robots takes 10 µs. */
const verdicts = new Map<string, boolean>()
const manyVerdicts = 1000
const longestKept = 500

function isKnownRobot(userAgent: string): boolean {
  const known = verdicts.get(userAgent)
  if (known !== undefined) return known
  const verdict = isbot(userAgent)
  if (verdicts.size >= manyVerdicts) verdicts.clear()
  if (userAgent.length <= longestKept) verdicts.set(userAgent, verdict)
  return verdict
}
