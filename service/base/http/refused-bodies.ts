import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** Twice the largest list: one that is a little too large is refused by its length, before any of it was read. */
const mostDrainedBytes = 128 * 1024 * 1024

/**
 * Sends a response that comes before the request's body has arrived, such as a refusal, at once, and ends it when the
 * rest of the body has been read and discarded. Otherwise a client that sends first and reads afterwards would wait for
 * ever, or, with `Connection: close`, see a reset in place of the response.
 */
export function drainRefusedBodies(server: Server): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (hasBody(request)) endAfterBody(request, response)
  })
}

/** Whether a request says that it has a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function endAfterBody(request: IncomingMessage, response: ServerResponse): void {
  const end = response.end.bind(response)
  response.end = (...[chunk, ...rest]: unknown[]) => {
    response.end = end
    if (request.complete || request.destroyed) return Reflect.apply(end, response, [chunk, ...rest])
    if (isContent(chunk)) response.write(chunk)
    else response.flushHeaders()
    drain(request, end)
    return response
  }
}

function isContent(chunk: unknown): chunk is string | Uint8Array {
  return (typeof chunk === 'string' || chunk instanceof Uint8Array) && chunk.length > 0
}

/** Its time is limited like that of any other body. */
function drain(request: IncomingMessage, done: () => void): void {
  let left = mostDrainedBytes
  let isDone = false
  const once = () => {
    if (!isDone) done()
    isDone = true
  }
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) request.destroy()
  })
  for (const event of ['end', 'close']) request.once(event, once)
  request.resume()
}
