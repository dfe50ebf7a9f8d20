import { describe, expect, test } from 'vitest'
import { senderAddress } from '../../../service/base/net/client-address.ts'
import { readConfig } from '../../../service/config.ts'

const { trustedProxies } = readConfig({ TRUSTED_PROXIES: '203.0.113.7, 2001:db8:5::/48' })

const from = (remoteAddress: string | undefined, forwarded: string) =>
  senderAddress(
    { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } } as never,
    trustedProxies,
  )

describe('who sends a request, as far as it is believed', () => {
  test.each([
    ['a public peer is who it is, whatever it says', '198.51.100.1', '192.0.2.1', '198.51.100.1'],
    ['a proxy here names its client', '127.0.0.1', '192.0.2.1, 198.51.100.1', '198.51.100.1'],
    ['so does one in a private network', '10.0.0.3', '198.51.100.1', '198.51.100.1'],
    ['and one that is configured', '203.0.113.7', '192.0.2.1, 198.51.100.1', '198.51.100.1'],
    ['of two proxies here the first', '::ffff:127.0.0.1', '198.51.100.1, 127.0.0.1', '198.51.100.1'],
    [
      'of two configured ones the first',
      '127.0.0.1',
      '198.51.100.1, 2001:DB8:5::9, 203.0.113.7',
      '198.51.100.1',
    ],
    ['a client in a private network names nobody', '127.0.0.1', '192.0.2.1, 10.0.0.9', '10.0.0.9'],
    ['with a port', '127.0.0.1', '192.0.2.1, 198.51.100.1:5123', '198.51.100.1'],
    ['with a port, IPv6', '127.0.0.1', '[2001:DB8::1]:443', '2001:db8::1'],
    ['what is no address ends the chain', '127.0.0.1', '198.51.100.1, unknown', '127.0.0.1'],
    ['so does nothing', '127.0.0.1', '198.51.100.1,', '127.0.0.1'],
    ['long words are no address', '127.0.0.1', 'x'.repeat(16_000), '127.0.0.1'],
    ['who is here names nobody', '127.0.0.1', '', '127.0.0.1'],
    ['a peer that has gone is nobody', undefined, '198.51.100.1', ''],
  ])('%s', (_, peer, forwarded, address) => {
    expect(from(peer, forwarded)).toBe(address)
  })

  test.each(['203.0.113.0/33', '203.0.113', '::/129', '10.0.0.0/', 'proxy.example', '10.0.0.1/x'])(
    'TRUSTED_PROXIES=%s stops the start',
    (value) => {
      expect(() => readConfig({ TRUSTED_PROXIES: value })).toThrow(/^TRUSTED_PROXIES: must be addresses/)
    },
  )
})
