import { BlockList, isIP } from 'node:net'

/**
 * Whether an IP address is globally reachable unicast. IPv6 is reachable in 2000::/3 only, the one block that IANA
 * has given out; an address that carries an IPv4 address for a NAT64 gateway is as reachable as that one.
 *
 * @param address in the form that `net.isIP` takes, brackets allowed; anything else is false.
 */
export function isGlobalAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '')
  const family = isIP(bare)
  if (family === 4) return !special4.check(bare, 'ipv4') && !cloud4.check(bare, 'ipv4')
  if (family !== 6 || bare.includes('%')) return false
  if (nat64.check(bare, 'ipv6')) return isGlobalAddress(embeddedIpv4(bare))
  return unicast6.check(bare, 'ipv6') && !special6.check(bare, 'ipv6')
}

/**
 * IANA IPv4 Special-Purpose Address Registry (2025-10-09), all that is not globally reachable, with the deprecated
 * 6to4 relays of it; multicast from the IPv4 Multicast Address Space Registry.
 * https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const special4 = blocks('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])

/**
 * Public-looking addresses of the cloud that a machine may run in. Other clouds use blocks that are not global anyway
 * (169.254.0.0/16, 100.64.0.0/10, 192.0.0.0/24, fd00::/8).
 *
 * - Azure, the machine's own host: https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
 * - Google, private and restricted APIs: https://cloud.google.com/vpc/docs/configure-private-google-access
 * - IBM, service endpoints: https://cloud.ibm.com/docs/vpc?topic=vpc-service-endpoints-for-vpc
 */
const cloud4 = blocks('ipv4', [
  '168.63.129.16/32',
  '199.36.153.4/30',
  '199.36.153.8/30',
  '161.26.0.0/16',
  '166.8.0.0/14',
])

/** IANA IPv6 Global Unicast Address Space: all else is reserved, mapped, local, private or multicast. */
const unicast6 = blocks('ipv6', ['2000::/3'])

/**
 * IANA IPv6 Special-Purpose Address Registry (2025-10-09), what of it lies in 2000::/3: protocol assignments (Teredo,
 * benchmarking, ORCHID), documentation, 6to4.
 * https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const special6 = blocks('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

/** RFC 6052: the last 32 bits are an IPv4 address. */
const nat64 = blocks('ipv6', ['64:ff9b::/96'])

function blocks(family: 'ipv4' | 'ipv6', subnets: string[]): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [network = '', prefix] = subnet.split('/')
    list.addSubnet(network, Number(prefix), family)
  }
  return list
}

/** The URL parser writes every IPv6 address in hex, compressed: the last two groups are the IPv4 address. */
function embeddedIpv4(address: string): string {
  const tail = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::').at(-1) ?? ''
  const [high, low] = ['0', '0', ...tail.split(':')]
    .slice(-2)
    .map((group) => Number.parseInt(group || '0', 16))
  const bits = ((high ?? 0) << 16) | (low ?? 0)
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.')
}
