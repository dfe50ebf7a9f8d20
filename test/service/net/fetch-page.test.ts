import { expect, test } from 'vitest'
import { fetchPage } from '../../../service/base/net/fetch-page.ts'
import { startLocalServer } from '../../support/local-server.ts'

const words = 'Grüße aus Köln'

test.each([
  ['a meta element', 'text/html', Buffer.from(`<meta charset="iso-8859-1"><p>${words}`, 'latin1')],
  ['a header', 'text/html; charset="windows-1252"', Buffer.from(`<p>${words}`, 'latin1')],
  ['a byte order mark', 'text/html', Buffer.from(`\ufeff<meta charset="latin1"><p>${words}`)],
  ['nothing', 'text/html', Buffer.from(`<p>${words}`)],
])('the encoding of a page may be said by %s', async (_, type, body) => {
  await using site = await startLocalServer((_request, response) => {
    response.writeHead(200, { 'content-type': type }).end(body)
  })
  expect(await fetchPage(site.url, { allowPrivateAddresses: true })).toContain(words)
})
