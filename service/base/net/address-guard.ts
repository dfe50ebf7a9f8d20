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

/**
 * Throws AddressRefused unless `url` is an absolute http or https URL without user info whose host is, or resolves to,
 * globally reachable unicast addresses. A name that does not resolve now is accepted: the decisive check is made by
 * `guardedFetch` at every connection.
 */
export async function assertReachableUrl(url: string, options: GuardOptions): Promise<void> {
  const { hostname } = assertTarget(url, options)
  if (options.allowPrivateAddresses || isIP(withoutBrackets(hostname))) return
  const { lookup = addressesOf } = options
  const addresses = lookup(hostname).catch(() => [])
  for (const each of await Promise.race([addresses, wait(lookupTimeoutMs, [], { ref: false })]))
    assertGlobal(each)
}

/**
 * Names that are never a public host: RFC 6761 (localhost), RFC 6762 (local), RFC 8375 (home.arpa), ICANN's internal,
 * and single labels, which the machine's search domains complete.
 */
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
 * The addresses of a name that somebody else has chosen: in addresses of prospects, callbacks and lists. It asks the name
 * servers itself, any number of names at once. The system's own look-up takes two names at a time: some whose servers never
 * answer, 10 s each, held up everybody's, the database's included. It does not read `/etc/hosts`.
 */
export async function addressesOf(name: string): Promise<LookupAddress[]> {
  // One for each name: the machine's name servers may change.
  const resolver = new Resolver(patience)
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
  const [fours, sixes] = [four, six].map((found) => (found.status === 'fulfilled' ? found.value : []))
  return [
    ...(fours ?? []).map((address) => ({ address, family: 4 })),
    ...(sixes ?? []).map((address) => ({ address, family: 6 })),
  ]
}

/**
 * Whether an IP address is globally reachable unicast. IPv6 is reachable in 2000::/3 only, the one block that IANA has given
 * out; an address that carries an IPv4 address for a NAT64 gateway (RFC 6052) is as reachable as that one.
 */
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
  '3fff::/20',
  '2001::/23',
  '168.63.129.16/32',
  '199.36.153.4/30',
  '199.36.153.8/30',
  '161.26.0.0/16',
  '166.8.0.0/14',
].map((block) => ipaddr.parseCIDR(block))

const maxLength = 2048

/**
 * Checks the address of a callback or webhook from `field`: an absolute http or https URL of at most 2,048 characters,
 * without user info, whose host the service may reach. Returns it in normal form. Throws `callback-refused`.
 */
export async function acceptTarget(field: string, url: string, options: GuardOptions): Promise<string> {
  if (url.length > maxLength) throw refused(field, `must be at most ${maxLength} characters`)
  // A URL parser drops or encodes these, so another address would be called than the one that was meant.
  if (/[\s\p{C}]/u.test(url)) throw refused(field, 'must have no spaces or control characters')
  if (!/^https?:\/\//i.test(url)) throw refused(field, 'must be an absolute http or https URL')
  try {
    await assertReachableUrl(url, options)
  } catch (error) {
    if (error instanceof AddressRefused) throw refused(field, error.message)
    throw error
  }
  return new URL(url).href
}

function refused(field: string, why: string): DomainError {
  return new DomainError(
    'callback-refused',
    `${field}: ${why}. Give a public URL such as https://example.com/hook.`,
  )
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
