import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { encode, type Representation } from '../page/representation.ts'
import { sendRepresentation } from '../page/send.ts'

const pageFile = new URL('../results/page/page.html', import.meta.url)
const assetsDir = new URL('../../dist/results/', import.meta.url)
const assets = { 'page.js': 'text/javascript; charset=utf-8', 'page.css': 'text/css; charset=utf-8' }
const quality = 11

/** Nothing but the page's own files, and no frame around it: a token is typed in here. */
const headers = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
}

/** `GET /results`: the page for people and its files. It holds no data: it asks for a token and fetches with it. */
export async function resultsPageRoutes(app: FastifyInstance): Promise<void> {
  serve(app, '/results', await read(pageFile, 'text/html; charset=utf-8'))
  for (const [name, type] of Object.entries(assets)) {
    const asset = await read(new URL(name, assetsDir), type).catch(() => undefined)
    if (asset) serve(app, `/results/assets/${name}`, asset)
  }
}

async function read(file: URL, type: string): Promise<Representation> {
  return encode(await readFile(file), quality, { ...headers, 'Content-Type': type })
}

function serve(app: FastifyInstance, path: string, what: Representation): void {
  app.get(path, (request, reply) => sendRepresentation(what, request, reply))
}
