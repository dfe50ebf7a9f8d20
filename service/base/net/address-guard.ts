import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isGlobalAddress } from './global-address.ts'
import { lookupOfStrangers } from './name-lookup.ts'

/** The service may not reach this target. */
export class AddressRefused extends Error {}

export interface GuardOptions {
  /** Allows every address: `ALLOW_PRIVATE_ADDRESSES`. */
  allowPrivateAddresses: boolean
  /** Resolves names. Default: `lookupOfStrangers`, and where private addresses are allowed the system's. */
  lookup?: LookupFunction
}

const lookupTimeoutMs = 2000

/**
 * Throws AddressRefused unless `url` is an absolute http or https URL without user info whose host is, or resolves to,
 * globally reachable unicast addresses. A name that does not resolve now is accepted: the decisive check is made by
 * `dispatcherFor` at every connection.
 */
export async function assertReachableUrl(url: string, options: GuardOptions): Promise<void> {
  const { hostname } = assertHttpUrl(url)
  if (options.allowPrivateAddresses) return
  assertReachableHost(hostname)
  if (isIP(withoutBrackets(hostname))) return
  const addresses = await resolveSoon(hostname, options.lookup ?? lookupOfStrangers)
  addresses.forEach(assertGlobal)
}

/** Parses the URL. Throws AddressRefused where it is not absolute http or https without user info. */
export function assertHttpUrl(url: string): URL {
  const parsed = URL.parse(url)
  if (!parsed || !/^https?:$/.test(parsed.protocol)) throw new AddressRefused('not an http or https URL')
  if (parsed.username || parsed.password) throw new AddressRefused('the URL carries a user name or password')
  return parsed
}

/**
 * Names that are never a public host: RFC 6761 (localhost), RFC 6762 (local), RFC 8375 (home.arpa), ICANN's internal,
 * and single labels, which the machine's search domains complete.
 */
const localName = /^[^.]*$|(^|\.)(localhost|local|internal|home\.arpa)$/

/** Throws AddressRefused where a URL's host is a local name, or an address that is not global. */
export function assertReachableHost(hostname: string): void {
  const host = withoutBrackets(hostname).toLowerCase().replace(/\.$/, '')
  if (isIP(host)) assertGlobal({ address: host })
  else if (localName.test(host)) throw new AddressRefused('the host is a local name')
}

function assertGlobal({ address }: { address: string }): void {
  if (!isGlobalAddress(address)) throw new AddressRefused('the host is not a globally reachable address')
}

/** A look-up that fails with AddressRefused where an address is not global. */
export function guardLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, address, family) => {
      if (error) return callback(error, address, family)
      try {
        const addresses = typeof address === 'string' ? [{ address }] : address
        addresses.forEach(assertGlobal)
      } catch (refusal) {
        return callback(refusal as AddressRefused, [])
      }
      callback(null, address, family)
    })
  }
}

/** The addresses of a name. None where it does not resolve, or not in time. */
function resolveSoon(hostname: string, lookup: LookupFunction): Promise<LookupAddress[]> {
  return new Promise((resolve) => {
    const giveUp = setTimeout(resolve, lookupTimeoutMs, [])
    lookup(hostname, { all: true }, (error, addresses) => {
      clearTimeout(giveUp)
      if (error) resolve([])
      else
        resolve(typeof addresses === 'string' ? [{ address: addresses, family: isIP(addresses) }] : addresses)
    })
  })
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}
