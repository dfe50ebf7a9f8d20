import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'

type Request = Pick<IncomingMessage, 'headers' | 'socket'>

/**
 * The address of the client, for limits: an IPv4 address, or the /64 of an IPv6 address (see `senderAddress`).
 * Undefined for the machine itself.
 */
export function clientAddress(request: Request, proxies?: BlockList): string | undefined {
  const address = senderAddress(request, proxies)
  return address === '' || isLoopback(address) ? undefined : networkOf(address)
}

/**
 * The address that a request comes from, read from the end of the chain of `X-Forwarded-For`, as far as it is believed:
 * a peer may name its client if it is on the same machine, in a private network, or one of `proxies`; a client that was
 * named may name the one before it if it is the machine itself or one of `proxies`. Empty if the peer has gone.
 *
 * @example senderAddress(request) // peer 127.0.0.1, 'X-Forwarded-For: 192.0.2.1, 203.0.113.7' → '203.0.113.7'
 */
export function senderAddress({ headers, socket }: Request, proxies = none): string {
  let address = plain(socket.remoteAddress ?? '')
  let isBelieved = isIn(privateNetworks, address) || isIn(proxies, address)
  const chain = isBelieved ? (headers['x-forwarded-for']?.toString().split(',') ?? []) : []
  while (isBelieved && chain.length > 0) {
    const named = toAddress(chain.pop() ?? '')
    if (named === undefined) return address
    address = named
    isBelieved = isLoopback(address) || isIn(proxies, address)
  }
  return address
}

const none = new BlockList()

/** RFC 1918 and RFC 4193, and the machine itself. */
const privateNetworks = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv4')
privateNetworks.addAddress('::1', 'ipv6')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')

function isIn(list: BlockList, address: string): boolean {
  const family = isIP(address)
  return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** Whether an address is in the loopback network. */
export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.')
}

/** The IPv4 address inside an IPv4-mapped IPv6 address, which a socket for both families reports. */
function plain(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address
}

/** An entry of `X-Forwarded-For`: some proxies add the port. Undefined for what is not an address. */
function toAddress(entry: string): string | undefined {
  const [, inBrackets, withPort] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(entry.trim()) ?? []
  const address = inBrackets ?? withPort ?? entry.trim()
  return isIP(address) ? plain(address.toLowerCase()) : undefined
}

/** Networks assign a whole /64 to one customer. */
function networkOf(address: string): string {
  return isIPv6(address) ? groupsOf(address).slice(0, 4).join(':') : address
}

/**
 * The network that an address is of: the /24 of an IPv4 address, the /48 of an IPv6 one. Undefined for an empty address.
 *
 * @example siteOf('203.0.113.7') // '203.0.113'
 */
export function siteOf(address: string): string | undefined {
  if (isIPv6(address)) return groupsOf(address).slice(0, 3).join(':')
  return address ? address.split('.').slice(0, 3).join('.') : undefined
}

/** The machine's own addresses, without those of the loopback network. Asking the system for them takes some 50 µs. */
export function ownAddresses(): Set<string> {
  return new Set(Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address)))
}

function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  if (address.includes('::')) while (groups.length + after.length < 8) groups.push('0')
  return [...groups, ...after]
}
