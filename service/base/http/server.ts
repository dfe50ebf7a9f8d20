import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
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
import { ApiError } from './schemas/error-codes.ts'

const bodyLimitBytes = 64 * 1024
const requestTimeoutMs = 30_000
/** For the head and body of a slow request: a list. */
const slowRequestTimeoutMs = 300_000
const timeoutCheckMs = 1000
const idleTimeoutMs = 60_000
/** More than Node allows for a whole head. An id that is too long is an unknown id. */
const maxParamLength = 64 * 1024

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the request body may take five minutes to arrive, and the response to be made. */
    isSlow?: boolean
  }
}

interface ServerOptions {
  log: Logger
  /** Whose `X-Forwarded-For` is believed. Default: nobody's. */
  trustProxy?: string[]
  answerUnroutable: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void
}

/** Creates Fastify, with the limits of requests, and every failure of Node's parser answered in the API's shape. */
export function createServer({ log, trustProxy = [], answerUnroutable }: ServerOptions): FastifyInstance {
  const app: FastifyInstance = Fastify({
    // Without Fastify's own messages: the service itself logs where it listens.
    loggerInstance: (log.isLevelEnabled('info')
      ? log.child({}, { level: 'warn' })
      : log) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // Always made here: an id from the client would let it write into the logs.
    genReqId: () => randomUUID(),
    // A logger for each request is a sixteenth of the request's cost. The few log calls name their request themselves.
    childLoggerFactory: (logger) => logger,
    trustProxy,
    bodyLimit: bodyLimitBytes,
    requestTimeout: slowRequestTimeoutMs,
    connectionTimeout: idleTimeoutMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerBroken,
    routerOptions: { maxParamLength },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
    http: {
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: timeoutCheckMs,
      requireHostHeader: false,
    },
  })
  // The body of a DELETE is ignored, whatever its Content-Type.
  app.addHttpMethod('DELETE', { hasBody: false, overrideExisting: true })
  // Response schemas describe, and remove nothing.
  app.setSerializerCompiler(() => JSON.stringify)
  app.addHook('onRequest', async ({ id, raw, routeOptions }, reply) => {
    reply.header('X-Request-Id', id)
    assertOneHost(raw, reply)
    if (!routeOptions.config.isSlow) limitBody(raw)
  })
  // On a stop Node waits for connections that browsers opened ahead: https://github.com/nodejs/node/issues/63452
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket) => sockets.add(socket.once('close', () => sockets.delete(socket))))
  app.addHook('preClose', async () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  })
  // Node would answer an `Expect` that it does not know without a body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  return app
}

/** RFC 9112 §3.2. Node looks only whether there is one, and answers without a body. */
function assertOneHost({ httpVersion, rawHeaders }: IncomingMessage, reply: FastifyReply): void {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return
  // The rest of the connection may be read otherwise than the client meant it.
  reply.header('Connection', 'close')
  throw new ApiError(40000, `The request has ${hosts > 1 ? 'more than one' : 'no'} Host header.`)
}

/** Ends a request whose body does not come in time, as Node ends one that is even slower. */
function limitBody(request: IncomingMessage): void {
  const { headers, socket } = request
  if (!headers['content-length'] && !headers['transfer-encoding']) return
  const timer = setTimeout(() => answerBroken({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket), requestTimeoutMs)
  request.once('close', () => clearTimeout(timer))
}

const clientErrors: Record<string, ApiError> = {
  ERR_HTTP_REQUEST_TIMEOUT: new ApiError(40800),
  HPE_HEADER_OVERFLOW: new ApiError(43100),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new ApiError(41300),
}

/** If the connection were closed at once, a client that still sends would not see the answer. */
const lingerMs = 1000

/** Answers what is no request, or none that came in time: there is no reply for it, only the socket. */
function answerBroken(
  { code = '' }: Pick<NodeJS.ErrnoException, 'code'>,
  // Node keeps the answer under way there, and looks at it in the same case.
  socket: Socket & { _httpMessage?: ServerResponse | null },
): void {
  if (socket.writableEnded) return
  if (!socket.writable || socket._httpMessage?.headersSent) return void socket.destroy()
  const { statusCode, body } = clientErrors[code] ?? new ApiError(40000, 'The request is not HTTP.')
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
