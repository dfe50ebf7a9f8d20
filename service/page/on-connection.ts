import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { newRequestId, type Tell } from '../plugins/observe.ts'
import type { Service } from '../service.ts'
import type { PageRecords } from './records.ts'
import { chooseCoding, type Encoded, matchesEtag } from './representation.ts'
import { readSimpleGet } from './simple-get.ts'

const prefix = '/p/'
const route = '/p/:pattern'
/** A connection on which nothing has come by then is left to HTTP, which has its own time limits. */
const firstRequestMs = 1000

/**
 * Answers `GET /p/{pattern}` on the bare connection where the record is in memory and the request is as plain as
 * browsers and proxies send it: reading and writing it by Node's HTTP takes three times as long as all the rest. The
 * first request that is anything else takes its connection along to HTTP, for good.
 */
export function answerOnConnection(app: FastifyInstance, { pageRecords }: Service, tell: Tell): void {
  const { server } = app
  const [toHttp] = server.listeners('connection') as ((socket: Socket) => void)[]
  const open = new Set<Socket>()
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.setTimeout(firstRequestMs)
    socket.on('data', read).on('timeout', handOver).on('end', end).on('error', end).on('close', forget)

    function read(chunk: Buffer): void {
      const began = performance.now()
      const requestId = newRequestId()
      const answer = answerTo(pageRecords, chunk, requestId)
      if (!answer) {
        handOver(chunk)
        return
      }
      socket.setTimeout(server.keepAliveTimeout)
      socket.off('timeout', handOver).off('timeout', end).on('timeout', end)
      if (!socket.write(answer.bytes, 'latin1')) {
        socket.pause()
        socket.once('drain', () => socket.resume())
      }
      tell({ requestId, route, method: 'GET', status: answer.status, ms: performance.now() - began })
    }

    function handOver(chunk?: Buffer): void {
      forget()
      socket.off('data', read).off('end', end).off('error', end).off('close', forget)
      socket.off('timeout', handOver).off('timeout', end).setTimeout(0)
      socket.pause()
      if (chunk) socket.unshift(chunk)
      toHttp?.call(server, socket)
      socket.resume()
    }

    function end(): void {
      socket.destroySoon()
    }

    function forget(): void {
      open.delete(socket)
    }
  })
  app.addHook('preClose', (done) => {
    for (const socket of open) socket.destroySoon()
    done()
  })
}

interface Answer {
  status: 200 | 304
  /** Head and body, a character a byte. */
  bytes: string
}

function answerTo(records: PageRecords, chunk: Buffer, requestId: string): Answer | undefined {
  const request = readSimpleGet(chunk, prefix)
  const record = request && records.peek(request.rest)
  if (!record) return undefined
  const encoded = record[chooseCoding(request.acceptEncoding)]
  const isKnown = matchesEtag(request.ifNoneMatch, encoded.etag)
  const { head200, head304 } = headsOf(encoded)
  const own = `X-Request-Id: ${requestId}\r\nDate: ${httpDate()}\r\n\r\n`
  if (isKnown) return { status: 304, bytes: head304 + own }
  return { status: 200, bytes: head200 + own + encoded.body.toString('latin1') }
}

const heads = new WeakMap<Encoded, { head200: string; head304: string }>()

function headsOf(encoded: Encoded): { head200: string; head304: string } {
  const known = heads.get(encoded)
  if (known) return known
  const made = {
    head200: headOf('200 OK', encoded.headers),
    head304: headOf('304 Not Modified', encoded.headers304),
  }
  heads.set(encoded, made)
  return made
}

function headOf(status: string, headers: Record<string, string | number>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status}\r\n${lines.join('')}Connection: keep-alive\r\n`
}

let date = ''
let dateUntil = 0

/** As `Date` headers have it; made once a second. */
function httpDate(): string {
  const now = Date.now()
  if (now >= dateUntil) {
    date = new Date(now).toUTCString()
    dateUntil = now - (now % 1000) + 1000
  }
  return date
}
