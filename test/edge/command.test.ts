import { expect, test } from 'vitest'
import { edgeCommand } from '../../service/pages/edge-command.ts'
import { startLocalServer } from '../support/local-server.ts'

test('the command tells in its log how many requests came to what, and of whom nothing', async () => {
  const html = { 'content-type': 'text/html' }
  await using site = await startLocalServer(({ path }, response) => {
    if (path === '/p/Secret_1') response.end('{"pattern":"Secret_1","content":[]}')
    else response.writeHead(200, html).end('<!doctype html><p>A')
  })
  let text = ''
  const stop = new AbortController()
  const carriedOut = edgeCommand.prepare(['--origin', site.url, '--port', '0'])({
    config: { publicUrl: site.url, logLevel: 'info' },
    out: (piece: string) => {
      text += piece
    },
    signal: stop.signal,
  } as never)
  await expect.poll(() => text).toMatch(/^listening on (\S+),/)
  const [, url = ''] = /^listening on (\S+),/.exec(text) ?? []
  await (await fetch(`${url}/?pattern=Secret_1`)).text()
  await (await fetch(`${url}/`)).text()
  stop.abort()
  expect(await carriedOut).toBe(0)
  const line = JSON.parse(text.trim().split('\n').at(-1) ?? '')
  expect(line).toMatchObject({ msg: 'requests', uninvited: 1 })
  // On a busy machine the record may come later than the command waits.
  expect((line.personalised ?? 0) + (line.late ?? 0)).toBe(1)
  expect(text).not.toContain('Secret_1')
})
