import { expect, test } from 'vitest'
import { senderAddress } from '../../../service/base/net/address-guard.ts'
import { readConfig } from '../../../service/config.ts'

const { trustedProxies } = readConfig({ TRUSTED_PROXIES: '203.0.113.7, 2001:db8:5::/48' })

test.each([
  ['a public peer is who it is, whatever it says', '198.51.100.1', '192.0.2.1', '198.51.100.1'],
  ['a proxy here names its client', '127.0.0.1', '192.0.2.1, 198.51.100.1', '198.51.100.1'],
  ['so does one in a private network', '10.0.0.3', '198.51.100.1', '198.51.100.1'],
  ['and one that is configured', '203.0.113.7', '192.0.2.1, 198.51.100.1', '198.51.100.1'],
  ['of several the first', '127.0.0.1', '198.51.100.1, 2001:DB8:5::9, 203.0.113.7', '198.51.100.1'],
  ['who is here names nobody', '127.0.0.1', '', '127.0.0.1'],
])('%s', (_, remoteAddress, forwarded, address) => {
  const request = { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } } as never
  expect(senderAddress(request, trustedProxies)).toBe(address)
})
