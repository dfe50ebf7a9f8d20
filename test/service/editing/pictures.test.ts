import { expect, test } from 'vitest'
import { forEachDatabase } from '../../support/databases.ts'
import { sendTo } from '../../support/service.ts'
import { expectError } from '../http/support.ts'
import { openDesk } from './desk.ts'

const bytesOf = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const kinds: [type: string, bytes: Buffer][] = [
  ['image/png', bytesOf('89504e470d0a1a0a 0000000d49484452')],
  ['image/jpeg', bytesOf('ffd8ffe0 00104a464946')],
  ['image/webp', bytesOf('52494646 10000000 57454250 56503820')],
  ['image/avif', bytesOf('0000001c 66747970 6d696631 00000000 6d696631 61766966')],
  ['image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><circle r="4"></circle></svg>')],
]
const [[, png]] = kinds as [(typeof kinds)[0]]
const hostile = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/passwd">]>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9" onload="alert(1)">
<script>alert(1)</script><style>rect { fill: u/**/rl(https://evil.example/a) } @import "https://evil.example/b";</style>
<style><![CDATA[.dot { fill: url(#paint) }]]></style><style>.b { fill: \\75rl(https://evil.example/c) }</style>
<foreignObject><img src="x" onerror="alert(1)"/></foreignObject><a href="javascript:alert(1)"><path d="M0 0"/></a>
<use xlink:href="https://evil.example/d#a"/><use xlink:href="#dot" href="#dot"/><image href="http://evil.example/e.png"/>
<rect style="fill:url(https://evil.example/f)" fill="url( 'https://evil.example/g' )"/><g xmlns="http://www.w3.org/1999/xhtml"/>
<set attributeName="href" to="javascript:alert(1)"/><animate attributeName="href" values="javascript:alert(1)"/>
<circle id="dot" class="dot" r="4" fill="url(#paint)" onclick="alert(1)" xml:base="https://evil.example"/>&e;
</svg>`

forEachDatabase((database) => {
  const { api, ask, open } = openDesk(database)
  const type = { 'content-type': 'image/png' }
  const keep = (body: Uint8Array | string, token = api().token, more = {}) =>
    api().request<{ url: string }>('POST', '/v1/pictures', { body, token, headers: { ...type, ...more } })

  test.each(kinds)('%s is kept as it is, and everybody finds it, for a year', async (type, bytes) => {
    const { status, body } = await keep(bytes)
    expect(status).toBe(200)
    expect(body.url).toMatch(/^http:\/\/[^/]+\/m\/[\w-]{22}$/)
    expect((await keep(bytes)).body).toEqual(body)
    expect((await keep(bytes, api().otherToken)).body).not.toEqual(body)
    const found = await fetch(body.url)
    expect(Buffer.from(await found.arrayBuffer()).equals(bytes)).toBe(true)
    expect(Object.fromEntries(found.headers)).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
    })
    const etag = found.headers.get('etag') ?? ''
    expect((await fetch(body.url, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expectError(await sendTo(`${body.url.slice(0, -1)}~`, 'GET', '', {}), 40400)
  })

  test('the editor keeps one for its page, which alone may read the answer', async () => {
    const page = await open('pictured')
    const sent = await ask<{ url: string }>(page, 'POST', '/pictures', png)
    expect(sent).toMatchObject({ status: 200, isReadable: true })
    expect((await fetch(sent.body.url)).status).toBe(200)
    const before = await ask({ origin: page.origin }, 'OPTIONS', '/pictures')
    expect(before.headers.get('access-control-allow-methods')).toBe('POST')
    const elsewhere = { ...page, origin: 'https://evil.example' }
    expectError(await ask(elsewhere, 'POST', '/pictures', png), 40101)
  })

  test('of an SVG that would do something, what draws is left', async () => {
    const svg = await (await fetch((await keep(hostile)).body.url)).text()
    expect(svg).not.toMatch(/script|evil|alert|on\w+=|foreign|@import|passwd|xhtml|xlink|javascript/i)
    expect(svg.match(/<(?!\/)[^>]+>/g)).toEqual([
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">',
      '<style>',
      '<style>',
      '<style>',
      '<use>',
      '<use href="#dot">',
      '<image>',
      '<rect>',
      '<g>',
      '<circle id="dot" class="dot" r="4" fill="url(#paint)">',
    ])
    expect(svg).toContain('.dot { fill: url(#paint) }')
  })

  test('what is no picture, too large, or sent by somebody who only looks is refused', async () => {
    for (const body of ['<html><svg></svg></html>', 'hello', bytesOf('474946383961'), ''])
      expectError(await keep(body), 40001)
    expect(expectError(await keep(Buffer.alloc(2 * 1024 * 1024 + 1, png)), 41300)).toContain('2 MB')
    const body = { user: 'looks', role: 'viewer' }
    const viewer = await api().request<{ token: string }>('POST', '/v1/tokens', { body })
    expectError(await keep('', viewer.body.token), 40300)
    await keep(png, api().token, { 'idempotency-key': 'once' })
    expectError(await keep('hello', api().token, { 'idempotency-key': 'once' }), 42200)
  })
})
