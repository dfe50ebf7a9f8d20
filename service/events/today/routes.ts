import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../base/http/schemas/error-codes.ts'
import { serve } from '../../base/http/schemas/operation.ts'
import type { Live, Snapshot } from './live.ts'
import { liveOperations } from './operations.ts'

/** A line without content, so that no proxy closes the connection as idle. */
const heartbeatMs = 15_000
/** The stream ends after this time. The client connects again, and its token is checked again. */
const longestMs = 300_000
const reconnectMs = 1000
/** How many streams an organization may have open on a process: a large team, each with a few tabs. */
const mostStreams = 100
/** How much a client may leave unread. */
const mostUnreadBytes = 1024 * 1024

/** Registers `GET /faults`, `GET /today`, and `GET /live`: the Today screen as server-sent events. */
export function liveRoutes(app: FastifyInstance, live: Live): void {
  const streams = new Map<string, number>()

  serve(app, liveOperations.listFaults, async ({ owner }) => ({
    faults: await live.faults(owner.organization),
  }))

  serve(app, liveOperations.listCalls, ({ owner, query }) => live.calls(owner.organization, query))

  serve(app, liveOperations.markDone, async ({ owner, params, body }) => {
    await live.setDone(owner.organization, params.id, body.done)
    return { content: params.id, done: body.done }
  })

  serve(app, liveOperations.followToday, async (request, reply) => {
    const { organization } = request.owner
    const count = streams.get(organization) ?? 0
    if (count >= mostStreams)
      throw new ApiError(42900, `${mostStreams} streams are open: close one.`, { 'Retry-After': '30' })
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      'X-Request-Id': request.id,
      // The connection ends with the stream, so that the shutdown need not wait for it.
      Connection: 'close',
    })
    // A HEAD request needs the headers alone.
    if (request.method === 'HEAD') return void raw.end()
    raw.write(`retry: ${reconnectMs}\n\n`)
    streams.set(organization, count + 1)

    // Once another snapshot was sent, the client shows that one: the same as before may come again.
    let known = request.headers['last-event-id']
    const stop = live.follow(organization, {
      send(snapshot) {
        if (raw.writableLength > mostUnreadBytes) raw.destroy()
        else if (snapshot.id !== known) write(toEvent(snapshot))
        known = snapshot.id
      },
      end,
    })
    const heartbeat = setInterval(() => write(':\n\n'), heartbeatMs)
    const longest = setTimeout(end, longestMs)
    raw.once('close', () => {
      const left = (streams.get(organization) ?? 1) - 1
      if (left > 0) streams.set(organization, left)
      else streams.delete(organization)
      release()
    })

    /** Nothing may be written after the end: a slow client keeps the response open for a while. */
    function write(text: string): void {
      if (!raw.writableEnded) raw.write(text)
    }

    function end(): void {
      release()
      raw.end()
    }

    function release(): void {
      stop()
      clearInterval(heartbeat)
      clearTimeout(longest)
    }
  })
}

function toEvent({ id, json }: Snapshot): string {
  return `id: ${id}\nevent: today\ndata: ${json}\n\n`
}
