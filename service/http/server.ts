import type { IncomingMessage, ServerResponse } from 'node:http'
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
import { newRequestId } from './plugins/request-log.ts'
import { ApiError } from './schemas/error-codes.ts'

const bodyLimitBytes = 64 * 1024
/** For the head, and again for the body. */
const requestTimeoutMs = 30_000
/** For head and body of what takes its time: a list. */
const slowRequestTimeoutMs = 300_000
const timeoutCheckMs = 1000
/** More than Node lets a head have: what is too long for an id is an unknown id. */
const maxParamLength = 64 * 1024

/** A connection on which nothing moves for so long is cut: its client neither sends nor reads. */
const idleTimeoutMs = 60_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the body of the route's requests may take five minutes to come, and its answer to be made. */
    isSlow?: boolean
  }
}

interface ServerOptions {
  log: Logger
  /** Default 60 s. Larger than any answer takes to begin. */
  connectionTimeoutMs?: number
  /** Answers what cannot be routed, such as a bad escape in the path. */
  answerUnroutable: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void
}

/** Fastify and Node's HTTP server below it, set up so that every failure has the contract's shape and limits. */
export function createServer({
  log,
  connectionTimeoutMs = idleTimeoutMs,
  answerUnroutable,
}: ServerOptions): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: quieter(log) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: newRequestId,
    // A logger made for each request is a sixteenth of its cost: the few lines of one name their request themselves.
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
  // A DELETE has no body to speak of, whatever its Content-Type says.
  app.addHttpMethod('DELETE', { hasBody: false, overrideExisting: true })
  // Answers are what their rooms make: the schemas describe them, and cut nothing off.
  app.setSerializerCompiler(() => JSON.stringify)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id)
    const problem = headProblem(request.raw)
    // What follows on the connection may be meant otherwise than it would be read.
    if (problem) reply.header('Connection', 'close')
    if (!request.routeOptions.config.isSlow) limitBody(request.raw)
    done(problem)
  })
  // Node would answer these two by itself, without a body or not at all.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.server.on('connect', (_request, socket: Socket) => {
    // Node has let go of the socket: without a listener, a client that resets it would end the process.
    socket.on('error', () => socket.destroy())
    endWith(socket, tunnelRefused)
  })
  return app
}

/** Ends a request whose body does not come in time, as Node ends one that is slower still. */
function limitBody(request: IncomingMessage): void {
  if (request.complete || !hasBody(request)) return
  const late = () => {
    if (!request.complete)
      answerBrokenRequest({ ...new Error(), code: 'ERR_HTTP_REQUEST_TIMEOUT' }, request.socket)
  }
  const timer = setTimeout(late, requestTimeoutMs)
  for (const event of ['end', 'close']) request.once(event, () => clearTimeout(timer))
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Fastify's own news is not the service's: it says where it listens by itself. */
function quieter(log: Logger): Logger {
  return log.isLevelEnabled('info') ? log.child({}, { level: 'warn' }) : log
}

/** What Node's parser lets pass: RFC 9112 §2.3 and §3.2. */
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

/** CONNECT asks for a tunnel, not for a path: these are the methods that any path has. */
const tunnelRefused = new ApiError(40500, undefined, { Allow: 'DELETE, GET, HEAD, POST' })

/** The reason phrases of what is answered on the bare socket. */
const reasonPhrases: Record<number, string> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  413: 'Payload Too Large',
  431: 'Request Header Fields Too Large',
}

/** What Node's parser says of a request that never became one. */
const clientErrors: Record<string, () => ApiError> = {
  ERR_HTTP_REQUEST_TIMEOUT: () => new ApiError(40800),
  HPE_HEADER_OVERFLOW: () => new ApiError(43100),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () => new ApiError(41300),
}

/** Sockets on which nothing is read any more: their parser fails again at whatever else comes. */
const broken = new WeakSet<Socket>()

function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (broken.has(socket)) return
  broken.add(socket)
  const answered = clientErrors[error.code ?? '']?.() ?? new ApiError(40000, 'The request is not HTTP.')
  afterAnswers(socket, () => endWith(socket, answered))
}

/** The answer under way on a socket, as Node keeps it there: its own handler looks at it for the same reason. */
interface Answering {
  _httpMessage?: ServerResponse<IncomingMessage> | null
}

/** What was asked before the broken request, on the same connection, keeps its answers. */
function afterAnswers(socket: Socket & Answering, end: () => void): void {
  const { _httpMessage: underWay } = socket
  if (underWay?.req.complete) underWay.once('finish', () => afterAnswers(socket, end))
  else end()
}

/** How long a client may still send before the connection is cut: cut at once, it would not see the answer. */
const lingerMs = 1000

/** Answers on the bare socket, unless an answer has begun there, and closes it. */
function endWith(socket: Socket & Answering, error: ApiError): void {
  if (!socket.writable || socket._httpMessage?.headersSent) {
    socket.destroy()
    return
  }
  const body = JSON.stringify(error.body)
  const head = [
    `HTTP/1.1 ${error.statusCode} ${reasonPhrases[error.statusCode]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${newRequestId()}`,
    'Connection: close',
    ...Object.entries(error.headers).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.resume()
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
