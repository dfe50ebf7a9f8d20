import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { bundleApp } from './app-bundle.ts'
import { type Page, pages, readPage } from './pages.ts'

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** The answer for a path. */
interface Answer {
  status: number
  type: string
  body: string | Uint8Array
}

/**
 * Creates a web server for the landing pages, which does not listen yet. Files are read at every request, so an edit shows at the next
 * reload. `/` leads to the first page.
 *
 * @param tag the tag for its pages. A request that comes before waits for it
 */
export async function createSite(tag: Promise<string>): Promise<Server> {
  const app = await bundleApp()
  return createServer((request, response) => {
    tag
      .then((ready) => answer(request, ready, app))
      .catch((error: unknown) => text(500, error instanceof Error ? error.message : 'failed'))
      .then((found) => send(request, response, found))
  })
}

async function answer({ method, url = '/' }: IncomingMessage, tag: string, app: Uint8Array): Promise<Answer> {
  if (method !== 'GET' && method !== 'HEAD') return text(405, 'Only GET and HEAD.')
  const path = readPath(url)
  if (path === '/app/app.js') return { status: 200, type: contentTypes['.js'] ?? '', body: app }
  const page = pageAt(path)
  if (page) return { status: 200, type: contentTypes['.html'] ?? '', body: await readPage(page.name, tag) }
  return file(path)
}

/** The path without query, decoded. Only `/` if it cannot be decoded. */
function readPath(url: string): string {
  try {
    return decodeURIComponent(new URL(url, 'http://site').pathname)
  } catch {
    return ''
  }
}

function pageAt(path: string): Page | undefined {
  const [, name, ...rest] = path.replace(/\/$/, '').split('/')
  const page = pages.find((candidate) => candidate.name === (name || pages[0]?.name))
  return rest.length === 0 ? page : undefined
}

async function file(path: string): Promise<Answer> {
  const type = contentTypes[extname(path)]
  const known = pages.some(({ name }) => path.startsWith(`/${name}/`))
  if (!type || !known || path.includes('..') || path.includes('\0'))
    return text(404, 'There is no such page.')
  try {
    const body = await readFile(new URL(`pages${path}`, import.meta.url))
    return { status: 200, type, body }
  } catch {
    return text(404, 'There is no such page.')
  }
}

const text = (status: number, body: string): Answer => ({ status, type: 'text/plain; charset=utf-8', body })

function send(request: IncomingMessage, response: ServerResponse, { status, type, body }: Answer): void {
  const zipped = /\bgzip\b/.test(String(request.headers['accept-encoding']))
  const bytes = zipped ? gzipSync(body) : Buffer.from(body)
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': bytes.length,
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    Vary: 'Accept-Encoding',
    ...(zipped && { 'Content-Encoding': 'gzip' }),
  })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}
