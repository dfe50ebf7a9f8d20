import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import { isbot } from 'isbot'

/** What a request says of its sender, beside the batch. Never stored, never logged. */
export interface Visitor {
  /** What the limit goes by: an IPv4 address, or the /64 of an IPv6 one. Undefined for the machine itself. */
  address: string | undefined
  robot: boolean
}

/**
 * Who sent a request. A proxy on the same machine is believed when it names the visitor (`X-Forwarded-For`, its last
 * entry). A request of the machine itself has no address: it is a proxy that names nobody, or somebody who tries
 * things out, with tools and headless browsers that anywhere else are robots.
 */
export function visitorOf({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): Visitor {
  const peer = socket.remoteAddress ?? ''
  const forwarded = isLoopback(peer) ? lastOf(headers['x-forwarded-for']) : peer
  const address = forwarded && !isLoopback(forwarded) ? networkOf(forwarded) : undefined
  return { address, robot: isRobot(headers['user-agent'], address === undefined) }
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

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}

function lastOf(header: string | string[] | undefined): string | undefined {
  return header?.toString().split(',').at(-1)?.trim()
}

/** A network hands out a whole /64 to one customer. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  if (address.includes('::')) while (groups.length + after.length < 8) groups.push('0')
  return [...groups, ...after].slice(0, 4).join(':')
}
