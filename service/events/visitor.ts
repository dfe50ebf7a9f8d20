import type { IncomingMessage } from 'node:http'
import { isbot } from 'isbot'
import { clientAddress } from '../net/client-address.ts'

/** What a request says of its sender, beside the batch. Never stored, never logged. */
export interface Visitor {
  /** What the limit goes by: an IPv4 address, or the /64 of an IPv6 one. Undefined for the machine itself. */
  address: string | undefined
  robot: boolean
}

/**
 * Who sent a request (see `clientAddress`). One of the machine itself is a proxy that names nobody, or somebody who tries
 * things out, with tools and headless browsers that anywhere else are robots.
 */
export function visitorOf(request: Pick<IncomingMessage, 'headers' | 'socket'>): Visitor {
  const address = clientAddress(request)
  return { address, robot: isRobot(request.headers['user-agent'], address === undefined) }
}

function isRobot(userAgent = '', isLocal: boolean): boolean {
  return isKnownRobot(userAgent) && (!isLocal || /bot|crawl|spider|https?:/i.test(userAgent))
}

/** Most visits come with one of a few user agents, and to look through the list of robots takes 10 µs. */
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
