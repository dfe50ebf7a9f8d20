import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type TagKind, tagOf } from '../support/tag.ts'
import { documentOf } from './page.ts'
import { type Answer, answerOf, recordOf } from './patterns.ts'

/** The servers of a storm: its pages, and Motif as they reach it. */
interface StormServer {
  /** Address of the page in which the storm runs; its script is the given one. */
  url: string
  /** Patterns of which a visit was reported. */
  measured: Set<string>
  close(): Promise<void>
}

/** Longer than the tags of the storm hide. */
const lateMs = 500
/** A browser has few connections to one server: what hangs is given up in the end. */
const hangMs = 4000

const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'

export async function startServer(script: string): Promise<StormServer> {
  const measured = new Set<string>()
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    response.setHeader('access-control-allow-origin', '*')
    if (url.pathname === '/e') {
      const batch = JSON.parse(Buffer.concat(await request.toArray()).toString()) as { pattern: string }
      measured.add(batch.pattern)
      response.writeHead(204).end()
    } else if (url.pathname.startsWith('/p/')) await answer(url.pathname.slice(3), response)
    else if (url.pathname === '/tab')
      send(response, 200, 'text/html', '<body><script src="/tab.js"></script>')
    else if (url.pathname === '/tab.js') send(response, 200, 'text/javascript', script)
    else if (url.pathname === '/page') send(response, 200, 'text/html', pageOf(url, portOf(server)))
    else if (url.pathname === '/missing.svg') send(response, 404, 'text/html', '')
    else if (url.pathname.endsWith('.svg')) send(response, 200, 'image/svg+xml', picture)
    else sendFile(response, `dist${url.pathname}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${portOf(server)}/tab`,
    measured,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** A page by its address: which tag it has, with what attributes; `watch` notes what goes wrong. */
function pageOf({ searchParams }: URL, port: number): string {
  const run = searchParams.get('run') ?? ''
  const attributes = JSON.parse(searchParams.get('attributes') ?? '{}') as Record<string, string>
  // A host of its own for each run: a browser has few connections to one.
  const tag = tagOf(searchParams.get('tag') as TagKind, `http://r${run}.localhost:${port}`, attributes)
  return documentOf(`<script>(${watch})()</script>${tag}`, searchParams.get('id') ?? 'page')
}

/** Runs in the page: tells the storm what goes wrong, but for pictures that are not there. */
function watch() {
  const tell = (text: string) => {
    const { frameElement } = window
    frameElement?.dispatchEvent(new CustomEvent('complaint', { detail: text }))
  }
  console.error = (...details: unknown[]) => tell(`console: ${details.join(' ')}`)
  addEventListener('error', (event) => {
    if (event.target === window) tell(`error: ${event.message} ${event.error?.stack}`)
  })
  addEventListener('unhandledrejection', (event) => tell(`rejection: ${event.reason?.stack ?? event.reason}`))
}

async function answer(pattern: string, response: ServerResponse) {
  const say: Record<Answer, () => unknown> = {
    now: () => sendRecord(response, pattern),
    soon: async () => {
      await wait(60)
      sendRecord(response, pattern)
    },
    late: async () => {
      await wait(lateMs)
      sendRecord(response, pattern)
    },
    gone: () => send(response, 404, 'application/json', '{"error":40400,"message":"None."}'),
    broken: () => send(response, 500, 'application/json', '{"error":50000,"message":"As asked."}'),
    garbage: () => send(response, 200, 'application/json', '{"content":[null,{"selector":5}],"analytics":7}'),
    hangs: async () => {
      await wait(hangMs)
      response.destroy()
    },
    other: () => sendRecord(response, `${pattern}-else`),
  }
  await say[answerOf(pattern)]()
}

function sendRecord(response: ServerResponse, pattern: string) {
  send(response, 200, 'application/json', JSON.stringify(recordOf(pattern)))
}

function sendFile(response: ServerResponse, file: string) {
  if (existsSync(file)) send(response, 200, 'text/javascript', readFileSync(file))
  else send(response, 404, 'text/plain', 'None.')
}

function send(response: ServerResponse, status: number, type: string, body: string | Uint8Array) {
  response
    .writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' })
    .end(body)
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}
