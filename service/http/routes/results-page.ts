import { existsSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { openFile } from '../../pages/files.ts'
import { sendRepresentation } from '../../pages/send.ts'
import { projectFolder } from '../../project-folder.ts'

const pageFile = new URL('service/results/page/page.html', projectFolder)
const assetsDir = new URL('dist/results/', projectFolder)
const assets = { 'page.js': 'text/javascript; charset=utf-8', 'page.css': 'text/css; charset=utf-8' }

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
  // Where a sign-in leads.
  app.get('/console', (_request, reply) => reply.redirect('/results', 302))
  serve(app, '/results', pageFile, 'text/html; charset=utf-8')
  for (const [name, type] of Object.entries(assets)) {
    const file = new URL(name, assetsDir)
    if (existsSync(file)) serve(app, `/results/assets/${name}`, file, type)
  }
}

function serve(app: FastifyInstance, path: string, file: URL, type: string): void {
  const open = openFile(file, type, headers)
  app.get(path, async (request, reply) => sendRepresentation(await open(), request, reply))
}
