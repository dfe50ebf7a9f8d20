import ipaddr from 'ipaddr.js'

/**
 * Whether an IP address is globally reachable unicast. IPv6 is reachable in 2000::/3 only, the one block that IANA has given
 * out; an address that carries an IPv4 address for a NAT64 gateway (RFC 6052) is as reachable as that one.
 *
 * @param address brackets allowed; what is no address is false
 */
export function isGlobalAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '')
  if (!ipaddr.isValid(bare) || bare.includes('%')) return false
  const ip = ipaddr.parse(bare)
  if (ip.range() === 'rfc6052') return isGlobalAddress(ip.toByteArray().slice(12).join('.'))
  const isUnicast = ip.range() === 'unicast'
  return isUnicast && (ip.kind() === 'ipv4' || ip.match(givenOut)) && !isReserved(ip)
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

function isReserved(ip: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return reserved.some((block) => block[0].kind() === ip.kind() && ip.match(block))
}
