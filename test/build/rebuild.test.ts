import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { findFormerChunks } from '../../build/chunk-history.ts'
import { buildPageFiles, entries } from '../../build/page-files.ts'
import { replaceFiles } from '../../build/replace-files.ts'
import { patienceMs } from '../support/browsers/browser.ts'
import { launch } from '../support/browsers/launch.ts'
import { chunkFile } from '../support/chunks.ts'
import { startLocalServer } from '../support/local-server.ts'

const record = {
  pattern: 'Ada',
  language: 'en',
  content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
  analytics: [{ id: 'title', selector: 'h1', type: 'view' }],
}

/** The sources of what pages load, in a folder where a test may change them, and a build of them. */
function copySources() {
  const root = mkdtempSync(join(tmpdir(), 'motif-build-'))
  const dist = join(root, 'dist')
  for (const folder of ['wire', 'loader', 'snippet']) cpSync(folder, join(root, folder), { recursive: true })
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  return {
    root,
    dist,
    async build() {
      const former = await findFormerChunks(dist, new Date())
      const next = join(root, 'next')
      await buildPageFiles({ root, dist: next, version: '1.0.0', former })
      await mkdir(dist, { recursive: true })
      await replaceFiles({ from: next, to: dist, kept: Object.keys(former) })
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true }),
  }
}

/** A page with this script, and a Motif that has these built files beside it. */
const servePage = (snippet: Uint8Array, dist: string) =>
  startLocalServer(({ path }, response) => {
    const answer = (type: string, body: string | Uint8Array) =>
      response.writeHead(200, { 'content-type': type }).end(body)
    if (path === '/e') response.writeHead(204).end()
    else if (path === '/p/Ada') answer('application/json', JSON.stringify(record))
    else if (path === '/snippet.js') answer('text/javascript', snippet)
    else if (path !== '/?pattern=Ada') answerFile(join(dist, path), response)
    else answer('text/html', '<script src="/snippet.js"></script><h1>Welcome</h1>')
  })

function answerFile(file: string, response: ServerResponse): void {
  if (!existsSync(file)) response.writeHead(404).end()
  else response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(file))
}

test("a page with yesterday's script still measures after a build of changed sources", {
  timeout: patienceMs,
}, async () => {
  using sources = copySources()
  await sources.build()
  const yesterdays = readFileSync(join(sources.dist, 'snippet.js'))
  const chunk = chunkFile('track', sources.dist)
  appendFileSync(join(sources.root, entries.chunks.track), 'export const change = "of today"\n')
  await sources.build()
  expect(chunkFile('track', sources.dist)).not.toBe(chunk)

  await using server = await servePage(yesterdays, sources.dist)
  const browser = await launch('chromium')
  try {
    const tab = await browser.open(`${server.url}/?pattern=Ada`)
    const asked = () => server.received.map(({ path }) => path)
    await expect.poll(asked).toContain('/e')
    expect(asked()).toContain(`/${chunk}`)
    expect(await tab.evaluate('document.querySelector("h1").textContent')).toBe('Hello Ada')
  } finally {
    await browser.close()
  }
})
