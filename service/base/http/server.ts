import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import type { Connection } from './idle-connections.ts'
import { drainRefusedBodies, hasBody } from './refused-bodies.ts'
import { ApiError } from './schemas/error-codes.ts'

const bodyLimitBytes = 64 * 1024
/** For the head of a request, and again for its body. */
const requestTimeoutMs = 30_000
/** For the head and body of a slow request: a list. */
const slowRequestTimeoutMs = 300_000
const timeoutCheckMs = 1000
/** More than Node allows for a whole head. An id that is too long is an unknown id. */
const maxParamLength = 64 * 1024

/** A connection without traffic for so long is closed: its client neither sends nor reads. */
const idleTimeoutMs = 60_000
/** A connection is closed within 60 s if its client reads nothing: it is looked at now and then only. */
const unreadTimeoutMs = 54_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the request body may take five minutes to arrive, and the response to be made. */
    isSlow?: boolean
  }
}

interface ServerOptions {
  log: Logger
  /** Default 60 s: longer than any response takes to begin. */
  connectionTimeoutMs?: number
  /** For how long a client may read nothing of what was sent to it. Default: 54 s. */
  unreadMs?: number
  /** Answers requests that cannot be routed, such as those with a bad escape in the path. */
  answerUnroutable: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void
}

/**
 * Creates Fastify with Node's HTTP server, so that every failure is answered in the API's shape and within its limits.
 */
export function createServer({
  log,
  connectionTimeoutMs = idleTimeoutMs,
  unreadMs = unreadTimeoutMs,
  answerUnroutable,
}: ServerOptions): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: warningsOnly(log) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // Always made here: an id from the client would let it write into the logs.
    genReqId: () => randomUUID(),
    // A logger for each request is a sixteenth of the request's cost. The few log calls name their request themselves.
    childLoggerFactory: (logger) => logger,
    bodyLimit: bodyLimitBytes,
    requestTimeout: slowRequestTimeoutMs,
    connectionTimeout: connectionTimeoutMs,
    return503OnClosing: false,
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerBrokenRequest,
    routerOptions: { maxParamLength },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
    http: {
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: timeoutCheckMs,
      requireHostHeader: false,
    },
  })
  limitPipelining(app.server)
  drainRefusedBodies(app.server)
  endUnreadResponses(app.server, unreadMs)
  // The body of a DELETE is ignored, whatever its Content-Type.
  app.addHttpMethod('DELETE', { hasBody: false, overrideExisting: true })
  // Response schemas describe, and remove nothing.
  app.setSerializerCompiler(() => JSON.stringify)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id)
    const problem = headProblem(request.raw)
    // The rest of the connection may be read otherwise than the client meant it.
    if (problem) reply.header('Connection', 'close')
    if (!request.routeOptions.config.isSlow) limitBody(request.raw)
    done(problem)
  })
  // Node itself would answer these two without a body, or not at all.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.server.on('connect', (_request, socket: Socket) => {
    // Node no longer handles this socket: without a listener, a client that resets it would end the process.
    socket.on('error', () => socket.destroy())
    endWith(socket, tunnelRefused)
  })
  return app
}

/** Ends a request whose body does not arrive in time, in the way Node ends one that is even slower. */
function limitBody(request: IncomingMessage): void {
  if (request.complete || !hasBody(request)) return
  const late = () => {
    if (!request.complete)
      answerBrokenRequest({ ...new Error(), code: 'ERR_HTTP_REQUEST_TIMEOUT' }, request.socket)
  }
  const timer = setTimeout(late, requestTimeoutMs)
  for (const event of ['end', 'close']) request.once(event, () => clearTimeout(timer))
}

/** Leaves out Fastify's own messages: the service itself logs where it listens. */
function warningsOnly(log: Logger): Logger {
  return log.isLevelEnabled('info') ? log.child({}, { level: 'warn' }) : log
}

/** Finds what Node's parser accepts although RFC 9112 §2.3 and §3.2 do not. */
function headProblem({ httpVersion, rawHeaders }: IncomingMessage): ApiError | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    return new ApiError(40000, 'The request is not of HTTP/1.1 or HTTP/1.0.')
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && isHost(name)).length
  if (hosts > 1) return new ApiError(40000, 'The request has more than one Host header.')
  if (hosts === 0 && httpVersion === '1.1') return new ApiError(40000, 'The request has no Host header.')
  return undefined
}

function isHost(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === 'host'
}

/** CONNECT asks for a tunnel, not for a path. These are the methods that any path has. */
const tunnelRefused = new ApiError(40500, undefined, { Allow: 'DELETE, GET, HEAD, POST' })

/** The errors of Node's parser by code. There is no request object for them. */
const clientErrors: Record<string, () => ApiError> = {
  ERR_HTTP_REQUEST_TIMEOUT: () => new ApiError(40800),
  HPE_HEADER_OVERFLOW: () => new ApiError(43100),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () => new ApiError(41300),
}

/** Sockets whose requests are no longer read: their parser fails again on all further input. */
const broken = new WeakSet<Socket>()

function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (broken.has(socket)) return
  broken.add(socket)
  const answered = clientErrors[error.code ?? '']?.() ?? new ApiError(40000, 'The request is not HTTP.')
  afterAnswers(socket, () => endWith(socket, answered))
}

/** Waits for the responses to earlier requests on the same connection. */
function afterAnswers(socket: Connection, end: () => void): void {
  const { _httpMessage: underWay } = socket
  if (underWay?.req.complete) underWay.once('finish', () => afterAnswers(socket, end))
  else end()
}

/**
 * How long a client may still send before its connection is closed. If it were closed at once, the client would not see
 * the response.
 */
const lingerMs = 1000

/** Writes a response to the socket directly and closes it. If a response has begun there, it only closes. */
function endWith(socket: Connection, error: ApiError): void {
  if (!socket.writable || socket._httpMessage?.headersSent) {
    socket.destroy()
    return
  }
  const body = JSON.stringify(error.body)
  const head = [
    `HTTP/1.1 ${error.statusCode} ${STATUS_CODES[error.statusCode]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
    ...Object.entries(error.headers).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.resume()
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

/** More than any client sends before it has read an answer. */
const mostUnanswered = 100

/** A socket as Node's HTTP server keeps it: it pauses the parser after the chunk in which `_paused` was set. */
type WithParser = Socket & { _paused?: boolean; parser?: { resume(): void } | null }

/**
 * Reads no further requests of a connection while many of it are unanswered. Node pauses only once responses are
 * waiting, and goes on too early: a client that read nothing had 20,000 requests under way, which took 150 MB.
 */
function limitPipelining(server: Server): void {
  const unanswered = new WeakMap<Socket, number>()
  const add = (socket: Socket, by: 1 | -1) => {
    const count = (unanswered.get(socket) ?? 0) + by
    unanswered.set(socket, count)
    return count
  }
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const socket: WithParser = request.socket
    if (add(socket, 1) > mostUnanswered && !socket._paused) {
      socket._paused = true
      socket.pause()
    }
    response.once('close', () => {
      if (add(socket, -1) > mostUnanswered / 2 || !socket._paused || socket.writableNeedDrain) return
      socket._paused = false
      socket.parser?.resume()
      socket.resume()
    })
  })
}

const checksInTime = 20

/** A socket with its handle, which Node reads for its own time-outs in the same way. */
type WithHandle = Socket & { _handle?: { bytesWritten: number; writeQueueSize: number } | null }

/**
 * Closes connections whose client reads nothing of what was sent to it for `limitMs`, whatever it sends meanwhile. Node's
 * own time-out begins again with each request that arrives, and needs twice its time for this.
 */
function endUnreadResponses(server: Server, limitMs: number): void {
  const open = new Map<WithHandle, { taken: number; at: number }>()
  server.on('connection', (socket: WithHandle) => {
    open.set(socket, { taken: 0, at: performance.now() })
    socket.once('close', () => open.delete(socket))
  })
  const timer = setInterval(check, limitMs / checksInTime).unref()
  server.once('close', () => clearInterval(timer))

  function check(): void {
    const now = performance.now()
    for (const [socket, last] of open) {
      const taken = takenBytes(socket)
      if (socket.writableLength === 0 || taken !== last.taken) open.set(socket, { taken, at: now })
      else if (now - last.at > limitMs) socket.destroy()
    }
  }
}

/** How many bytes the operating system has taken, which takes more once the client has read some. */
function takenBytes({ _handle: handle }: WithHandle): number {
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0
}
