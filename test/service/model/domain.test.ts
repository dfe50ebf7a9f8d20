import { expect, test } from 'vitest'
import { readDomain } from '../../../service/base/words/addresses.ts'

test.each([
  ['example.com', 'example.com'],
  ['WWW.Example.COM', 'example.com'],
  ['a.b.example.co.uk', 'example.co.uk'],
  ['https://www.example.com/about?x=1#y', 'example.com'],
  ['HTTP://example.com:8080', 'example.com'],
  ['example.com.', 'example.com'],
  ['  example.com ', 'example.com'],
  ['www.Bücher.example', 'xn--bcher-kva.example'],
  ['https://例え.テスト/', 'xn--r8jz45g.xn--zckzah'],
  ['acme.unheard', 'acme.unheard'],
])('%s is brought to %s', (text, domain) => {
  expect(readDomain(text)).toBe(domain)
})
