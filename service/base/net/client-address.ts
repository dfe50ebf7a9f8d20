import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'

/**
 * The address of the client: an IPv4 address, or the /64 of an IPv6 address. A proxy on the same machine or in the same
 * private network is trusted to name the client (`X-Forwarded-For`, the last entry). Undefined for the machine itself.
 */
export function clientAddress({
  headers,
  socket,
}: Pick<IncomingMessage, 'headers' | 'socket'>): string | undefined {
  const peer = plain(socket.remoteAddress ?? '')
  const forwarded = isPrivate(peer) ? lastOf(headers['x-forwarded-for']) : undefined
  const address = plain(forwarded ?? peer)
  return address === '' || isLoopback(address) ? undefined : networkOf(address)
}

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

function isPrivate(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && privateNetworks.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.')
}

/** The IPv4 address inside an IPv4-mapped IPv6 address, which a socket for both families reports. */
function plain(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address
}

function lastOf(header: string | string[] | undefined): string | undefined {
  return header?.toString().split(',').at(-1)?.trim()
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
