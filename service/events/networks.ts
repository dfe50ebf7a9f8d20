import { createHmac, randomBytes } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { isLoopback } from '../base/net/client-address.ts'
import type { InputlessVisit } from './kinds.ts'

/** A visit without input that a network has begun lately. */
export interface RememberedVisit extends InputlessVisit {
  /** Whether it was stored as one of a burst. */
  isBurst: boolean
}

/**
 * The visits without input that networks have begun in the last two minutes. Networks are kept as keyed hashes, in memory,
 * and nowhere else. Another process has a memory of its own.
 */
export interface Networks {
  /** Names the network of an address; undefined for the machine's own addresses. */
  nameOf(address: string): string | undefined
  /** What is remembered of a network, oldest first. */
  visitsOf(network: string): readonly RememberedVisit[]
  /** Remembers a visit, or what has become of it. */
  note(network: string, visit: RememberedVisit): void
  /** Forgets a visit, because it has had input. */
  forget(network: string, visit: Pick<InputlessVisit, 'pattern' | 'visit'>): void
}

const rememberedMs = 120_000
/** A machine seldom gets another address. */
const ownKnownMs = 60_000
/** More than a burst needs, and few enough to judge them all again with each new visit. */
const mostVisits = 32
/** About 10 MB. */
const mostNetworks = 2000

interface Remembered {
  notedAt: number
  visits: RememberedVisit[]
}

/** Creates the memory of networks. */
export function createNetworks(now: () => number = Date.now): Networks {
  const key = randomBytes(32)
  /** The network that was noted last comes last. */
  const networks = new Map<string, Remembered>()
  let own = { until: 0, addresses: new Set<string>() }
  let sweeping: NodeJS.Timeout | undefined

  function nameOf(address: string): string | undefined {
    const site = siteOf(address)
    if (site === undefined || isLoopback(address)) return undefined
    if (now() >= own.until) own = { until: now() + ownKnownMs, addresses: ownAddresses() }
    if (own.addresses.has(address)) return undefined
    return createHmac('sha256', key).update(site).digest('base64url').slice(0, 16)
  }

  function visitsOf(network: string): RememberedVisit[] {
    const oldest = now() - rememberedMs
    return networks.get(network)?.visits.filter(({ began }) => began >= oldest) ?? []
  }

  function note(network: string, visit: RememberedVisit): void {
    const others = visitsOf(network).filter((each) => !isSame(each, visit))
    networks.delete(network)
    networks.set(network, { notedAt: now(), visits: [...others, visit].slice(-mostVisits) })
    if (networks.size > mostNetworks) networks.delete(networks.keys().next().value as string)
    sweeping ??= setInterval(sweep, rememberedMs / 4).unref()
  }

  function forget(network: string, visit: Pick<InputlessVisit, 'pattern' | 'visit'>): void {
    const known = networks.get(network)
    if (known) known.visits = known.visits.filter((each) => !isSame(each, visit))
  }

  function sweep(): void {
    for (const [network, { notedAt }] of networks) {
      if (now() - notedAt < rememberedMs) break
      networks.delete(network)
    }
    if (networks.size > 0) return
    clearInterval(sweeping)
    sweeping = undefined
  }

  return { nameOf, visitsOf, note, forget }
}

function isSame(
  a: Pick<InputlessVisit, 'pattern' | 'visit'>,
  b: Pick<InputlessVisit, 'pattern' | 'visit'>,
): boolean {
  return a.visit === b.visit && a.pattern === b.pattern
}

/** The network of an address: its /24, of IPv6 its /48. */
function siteOf(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return undefined
  const bytes = ipaddr.process(address).toByteArray()
  return bytes.slice(0, bytes.length === 4 ? 3 : 6).join('.')
}

function ownAddresses(): Set<string> {
  return new Set(Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address)))
}
