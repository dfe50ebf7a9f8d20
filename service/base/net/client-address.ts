import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'

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

function isLoopback(address: string): boolean {
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
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  if (address.includes('::')) while (groups.length + after.length < 8) groups.push('0')
  return [...groups, ...after].slice(0, 4).join(':')
}
