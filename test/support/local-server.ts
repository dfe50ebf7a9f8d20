import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as it came, with its whole body. */
export interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A server of a test's own on 127.0.0.1. `await using` ends it. */
export interface LocalServer extends AsyncDisposable {
  url: string
  /** Everything received so far, in order. */
  received: ReceivedRequest[]
  /** Resolves once `count` requests have been received. */
  whenReceived(count: number): Promise<ReceivedRequest[]>
}

/** Listens on a free port of 127.0.0.1. */
export async function listen(handle: RequestListener) {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Starts a server; `answer` is called for each request, counted from 1, when its body is there. */
export async function startLocalServer(
  answer: (request: ReceivedRequest, response: ServerResponse, count: number) => void,
): Promise<LocalServer> {
  const received: ReceivedRequest[] = []
  const waiting = new Set<() => void>()
  const { origin, close } = await listen(async (incoming, response) => {
    const request = await read(incoming).catch(() => undefined)
    // The client has broken it off, as when a test ends.
    if (!request) return
    received.push(request)
    for (const check of waiting) check()
    answer(request, response, received.length)
  })
  return {
    url: origin,
    received,
    whenReceived: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (received.length < count) return
          waiting.delete(check)
          resolve(received)
        }
        waiting.add(check)
        check()
      }),
    [Symbol.asyncDispose]: close,
  }
}

async function read(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const { method = '', url: path = '', headers } = incoming
  return { method, path, headers, body: Buffer.concat(chunks).toString() }
}
