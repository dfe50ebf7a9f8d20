import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'
import { DomainError } from '../words/errors.ts'

/** The service may not reach this target. */
export class AddressRefused extends Error {}

export interface GuardOptions {
  /** Allows every address: `ALLOW_PRIVATE_ADDRESSES`. */
  allowPrivateAddresses: boolean
  /** Default: `addressesOf`. Where private addresses are allowed it is the system's. */
  lookup?: typeof addressesOf
}

const lookupTimeoutMs = 2000

/** Throws AddressRefused for a URL that may not be reached. A name that does not resolve now is accepted: `guardedFetch` checks again. */
export async function assertReachableUrl(url: string, options: GuardOptions): Promise<void> {
  const { hostname } = assertTarget(url, options)
  if (options.allowPrivateAddresses || isIP(withoutBrackets(hostname))) return
  const { lookup = addressesOf } = options
  const addresses = lookup(hostname).catch(() => [])
  for (const each of await Promise.race([addresses, wait(lookupTimeoutMs, [], { ref: false })]))
    assertGlobal(each)
}

/** No public hosts: RFC 6761, RFC 6762, RFC 8375, ICANN's internal, and single labels, which search domains complete. */
const localName = /^[^.]*$|(^|\.)(localhost|local|internal|home\.arpa)$/

/** Parses a URL. Throws AddressRefused for what `assertReachableUrl` refuses, but for the addresses of a name. */
export function assertTarget(
  url: string,
  { allowPrivateAddresses }: Pick<GuardOptions, 'allowPrivateAddresses'>,
): URL {
  const parsed = URL.parse(url)
  if (!parsed || !/^https?:$/.test(parsed.protocol)) throw new AddressRefused('not an http or https URL')
  if (parsed.username || parsed.password) throw new AddressRefused('the URL carries a user name or password')
  if (allowPrivateAddresses) return parsed
  const host = withoutBrackets(parsed.hostname).replace(/\.$/, '')
  if (isIP(host)) assertGlobal({ address: host })
  else if (localName.test(host)) throw new AddressRefused('the host is a local name')
  return parsed
}

export function assertGlobal({ address }: { address: string }): void {
  if (!isGlobal(address)) throw new AddressRefused('the host is not a globally reachable address')
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}

/** A name is asked for three times, in some 12 s: nobody waits longer for a connection. */
const patience = { timeout: 2000, tries: 3 }

/**
 * The addresses of a name that somebody else has chosen. It asks the name servers itself: the system's own look-up takes two
 * names at a time, and some whose servers never answer held up everybody's. It does not read `/etc/hosts`.
 */
export async function addressesOf(name: string): Promise<LookupAddress[]> {
  // One for each name: the machine's name servers may change.
  const resolver = new Resolver(patience)
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
  return [four, six].flatMap((found, at) =>
    found.status === 'fulfilled' ? found.value.map((address) => ({ address, family: at ? 6 : 4 })) : [],
  )
}

/** Whether an address is globally reachable unicast: of IPv6 in 2000::/3 only, or by a NAT64 gateway (RFC 6052). */
function isGlobal(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return false
  const ip = ipaddr.parse(address)
  if (ip.range() === 'rfc6052') return isGlobal(ip.toByteArray().slice(12).join('.'))
  if (ip.range() !== 'unicast' || (ip.kind() === 'ipv6' && !ip.match(givenOut))) return false
  return !reserved.some((block) => block[0].kind() === ip.kind() && ip.match(block))
}

const givenOut = ipaddr.parseCIDR('2000::/3')

/**
 * What `ipaddr.js` takes for public. Documentation (RFC 9637), and addresses of the cloud that a machine may run in; other
 * clouds use blocks that are not global anyway.
 *
 * - Azure, the machine's own host: https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
 * - Google, private and restricted APIs: https://cloud.google.com/vpc/docs/configure-private-google-access
 * - IBM, service endpoints: https://cloud.ibm.com/docs/vpc?topic=vpc-service-endpoints-for-vpc
 */
const reserved = [
  ...['3fff::/20', '2001::/23', '168.63.129.16/32', '199.36.153.4/30', '199.36.153.8/30', '161.26.0.0/16'],
  '166.8.0.0/14',
].map((block) => ipaddr.parseCIDR(block))

const maxLength = 2048

/** Checks the address of a callback or webhook from `field`. Returns it in normal form. Throws `callback-refused`. */
export async function acceptTarget(field: string, url: string, options: GuardOptions): Promise<string> {
  if (url.length > maxLength) throw refused(field, `must be at most ${maxLength} characters`)
  // A URL parser drops or encodes these, so another address would be called than the one that was meant.
  if (/[\s\p{C}]/u.test(url)) throw refused(field, 'must have no spaces or control characters')
  if (!/^https?:\/\//i.test(url)) throw refused(field, 'must be an absolute http or https URL')
  await assertReachableUrl(url, options).catch((error) => {
    throw error instanceof AddressRefused ? refused(field, error.message) : error
  })
  return new URL(url).href
}

function refused(field: string, why: string): DomainError {
  const message = `${field}: ${why}. Give a public URL such as https://example.com/hook.`
  return new DomainError('callback-refused', message)
}

/** Whose `X-Forwarded-For` is believed: that of who is on the same machine, in a private network, or configured. */
export function trustedProxies(configured: readonly string[]): string[] {
  return ['loopback', 'uniquelocal', ...configured]
}

/** The address of the client, as far as its proxies are believed. Fastify has the same as `request.ip`. */
export function senderAddress(request: IncomingMessage, configured: readonly string[] = []): string {
  return proxyAddr(request, trustedProxies(configured)) ?? ''
}

/** Whether an address is of the machine itself. */
export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}
