import { describe, expect, test } from 'vitest'
import { AddressRefused, assertReachableUrl } from '../../../service/base/net/address-guard.ts'

const guard = { allowPrivateAddresses: false }

const refused = `
  http://127.0.0.1/ http://127.0.0.1./ http://127.1/ http://2130706433/ http://017700000001/ http://0x7f.0.0.1/ http://0/
  http://%31%32%37.0.0.1/ http://１２７.０.０.１/ http://127。0。0。1/ http://10.1.2.3/ http://100.64.0.1/
  http://169.254.169.254/latest/meta-data http://168.63.129.16/ http://[64:ff9b::168.63.129.16]/ http://199.36.153.8/
  http://161.26.0.10/ http://166.9.1.1/ http://172.16.0.1/ http://172.31.255.255/ http://192.0.0.1/ http://192.0.2.1/
  http://192.88.99.1/ http://192.168.1/ http://198.18.0.1/ http://198.51.100.7/ http://203.0.113.7/ http://224.0.0.1/
  http://240.0.0.1/ http://255.255.255.255/ http://[::]/ http://[::1]/ http://[0:0:0:0:0:0:0:1]/ http://[::127.0.0.1]/
  http://[::ffff:127.0.0.1]/ http://[::ffff:7f00:1]/ http://[::ffff:8.8.8.8]/ http://[::ffff:0:127.0.0.1]/
  http://[64:ff9b::127.0.0.1]/ http://[64:ff9b::a00:1]/ http://[64:ff9b::]/ http://[64:ff9b:1::1]/ http://[100::1]/
  http://[2001::1]/ http://[2001:db8::1]/ http://[2002:7f00:1::]/ http://[2002:808:808::1]/ http://[3fff::1]/
  http://[4000::1]/ http://[5f00::1]/ http://[fc00::1]/ http://[fd00:ec2::254]/ http://[fe80::1]/ http://[fe80::1%25eth0]/
  http://[fec0::1]/ http://[ff02::1]/ http://localhost/ http://LOCALHOST./ http://hooks.localhost:8080/
  http://printer.local/ http://metadata.google.internal/ http://router.home.arpa/ http://intranet/
  https://user:password@www.example.com/ ftp://www.example.com/ file:///etc/passwd //www.example.com/ /hook
`

const allowed = `
  http://1.1.1.1/ https://8.8.8.8:8443/hook http://172.32.0.1/ http://192.0.1.1/ http://[2606:4700:4700::1111]/
  http://[64:ff9b::808:808]/
`

const listed = (urls: string) => urls.trim().split(/\s+/)

describe('a URL that the service is asked to reach', () => {
  test.each(listed(refused))('%s is refused', async (url) => {
    await expect(assertReachableUrl(url, guard)).rejects.toThrow(AddressRefused)
  })

  test.each(listed(allowed))('%s is allowed', async (url) => {
    await assertReachableUrl(url, guard)
  })

  test('a name is as reachable as all its addresses; one without is left to the check at the connection', async () => {
    const check = (...addresses: string[]) =>
      assertReachableUrl('https://hooks.example.com/', {
        ...guard,
        lookup: async () => addresses.map((address) => ({ address, family: 4 })),
      })
    await expect(check('93.184.215.14', '10.0.0.1')).rejects.toThrow(AddressRefused)
    await check('93.184.215.14')
    await assertReachableUrl('https://hooks.example.com/', {
      ...guard,
      lookup: () => Promise.reject(new Error('ENOTFOUND')),
    })
  })

  test('private addresses are allowed where the configuration says so, other schemes are not', async () => {
    const open = { allowPrivateAddresses: true }
    await assertReachableUrl('http://127.0.0.1:9/', open)
    await expect(assertReachableUrl('ftp://127.0.0.1/', open)).rejects.toThrow(AddressRefused)
  })
})
