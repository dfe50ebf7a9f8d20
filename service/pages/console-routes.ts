import { existsSync, readdirSync } from 'node:fs'
import { extname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { projectFolder } from '../base/project-folder.ts'
import { openFile, sendRepresentation } from './files.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
}

/** Only the console's own files, and pages as they are made in frames; no frame around them, no text that becomes script. */
const headers = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
}

/**
 * Registers `GET /console` and the addresses below it: the console's screens are one page, which holds no data. `/` and
 * `/results` redirect there.
 */
export function consoleRoutes(app: FastifyInstance): void {
  const folder = new URL('dist/console/', projectFolder)
  const serve = (path: string, file: URL) => {
    const open = openFile(file, types[extname(file.pathname)] ?? '', headers)
    app.get(path, async (request, reply) => sendRepresentation(await open(), request, reply))
  }
  for (const path of ['/console', '/console/*']) serve(path, new URL('console.html', folder))
  for (const name of namesIn(folder)) serve(`/console/assets/${name}`, new URL(name, folder))
  for (const path of ['/', '/results']) app.get(path, (_request, reply) => reply.redirect('/console', 302))
}

function namesIn(folder: URL): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}
