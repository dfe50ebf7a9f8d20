import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  chooseCoding,
  encode,
  fileHeaders,
  matchesEtag,
  missingHeaders,
  type Representation,
} from '../base/http/representation.ts'
import { ApiError } from '../base/http/schemas/error-codes.ts'
import { projectFolder } from '../base/project-folder.ts'

const lastingFiles = ['snippet.js', 'loader.js', 'motif.js', 'editor.js', 'motif.d.ts']

/** Names of chunks, of this build and of earlier ones: a purpose, and a hash of the content. */
const chunkName = /^[a-z-]+-[0-9A-Za-z]{8}\.js$/

/**
 * Registers `GET /snippet.js`, `/loader.js` and the chunks. Chunks that are added to the folder later are found as well; a name
 * that no build produces never reaches the disk.
 *
 * @param folder with a slash at the end
 */
export function fileRoutes(app: FastifyInstance, folder = new URL('dist/', projectFolder)): void {
  const open = openFiles(folder, fileHeaders, 11)
  const answer = async (name: string, request: FastifyRequest, reply: FastifyReply) => {
    const file = await open(name).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      throw new ApiError(40400, 'No build that is kept here has this file.', missingHeaders)
    })
    return sendRepresentation(file, request, reply)
  }
  for (const name of lastingFiles) app.get(`/${name}`, (request, reply) => answer(name, request, reply))
  app.get<{ Params: { chunk: string } }>(`/:chunk(${chunkName.source})`, (request, reply) =>
    answer(request.params.chunk, request, reply),
  )
}

/** Only the console's own files, pages as they are made in frames, and pictures of pages; no frame around them, no text that becomes script. */
const consoleHeaders = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'",
    "img-src 'self' data: http: https:",
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
  // Who opens it first after a start waits: with 11, 7 % less arrives 0.4 s later.
  const open = openFiles(folder, consoleHeaders, 9)
  const serve = (path: string, name: string) =>
    app.get(path, async (request, reply) => sendRepresentation(await open(name), request, reply))
  for (const path of ['/console', '/console/*']) serve(path, 'console.html')
  for (const name of existsSync(folder) ? readdirSync(folder) : []) serve(`/console/assets/${name}`, name)
  for (const path of ['/', '/results']) app.get(path, (_request, reply) => reply.redirect('/console', 302))
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** The files of a folder, each read and compressed once, when it is first asked for; again where that failed. `quality`: of Brotli. */
function openFiles(folder: URL, headers: Record<string, string>, quality: number) {
  const opened = new Map<string, Promise<Representation>>()
  const make = async (name: string) => {
    const type = types[extname(name)] as string
    return encode(await readFile(new URL(name, folder)), quality, { ...headers, 'Content-Type': type })
  }
  return (name: string): Promise<Representation> => {
    const made = opened.get(name) ?? make(name)
    opened.set(name, made)
    made.catch(() => opened.delete(name))
    return made
  }
}

/** Sends a body in the client's preferred coding, or 304 where the client has it. */
export function sendRepresentation(
  what: Representation,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { body, etag, headers: own, headers304 } = what[chooseCoding(headers['accept-encoding']?.toString())]
  if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).headers(headers304).send()
  return reply.headers(own).send(body)
}
