import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { chooseCoding, encode, matchesEtag, memoryOf } from '../../../service/base/http/compress.ts'

describe('the coding of an answer', () => {
  test.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['*', 'br'],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
    ['BR', 'br'],
    ['zstd, nonsense;q=zz', 'identity'],
  ])('for Accept-Encoding %s is %s', (header, coding) => {
    expect(chooseCoding(header)).toBe(coding)
  })

  test('holds no more in memory than what it says', async () => {
    const record = await encode(Buffer.from(JSON.stringify({ text: 'Grüße '.repeat(200) })), 5, {})
    const held = [record.br, record.gzip, record.identity].map(({ body }) => body.buffer.byteLength)
    const bytes = held.reduce((sum, length) => sum + length, 0)
    expect(memoryOf(record)).toBeGreaterThanOrEqual(bytes)
    expect(memoryOf(record)).toBeLessThan(bytes + 4096)
  })

  test('changes the entity tag, not the content', async () => {
    const text = JSON.stringify({ text: 'Grüße '.repeat(200) })
    const { br, gzip, identity } = await encode(Buffer.from(text), 5, { 'Content-Type': 'application/json' })
    expect(new Set([br.etag, gzip.etag, identity.etag]).size).toBe(3)
    expect(brotliDecompressSync(br.body).toString()).toBe(text)
    expect(gunzipSync(gzip.body).toString()).toBe(text)
    expect(identity.body.toString()).toBe(text)
    expect(br.headers).toMatchObject({ 'Content-Encoding': 'br', Vary: 'Accept-Encoding' })
  })
})

describe('If-None-Match', () => {
  test.each([
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['*', true],
    ['"b"', false],
    ['a', false],
    [undefined, false],
  ])('%s matches "a": %s', (header, matches) => {
    expect(matchesEtag(header, '"a"')).toBe(matches)
  })
})
