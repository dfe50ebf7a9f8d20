import type { FastifyInstance } from 'fastify'
import type { Live, Snapshot } from '../../live/live.ts'
import { createHeld } from '../../model/fair-share.ts'
import { ApiError } from '../schemas/error-codes.ts'
import { operations } from '../schemas/operations.ts'

/** A line that says nothing, so that no proxy takes the connection for dead. */
const heartbeatMs = 15_000
/** After so long the stream ends: who still may connects again, and is asked for a valid token by that. */
const longestMs = 300_000
/** What the browser waits before it connects again. */
const reconnectMs = 1000
const mostStreams = 200
/** What a client may leave unread. */
const mostUnreadBytes = 1024 * 1024

/** `GET /live`: what Today shows, as server-sent events. No organization holds all streams (see `shareOf`). */
export function liveRoutes(app: FastifyInstance, live: Live): void {
  const streams = createHeld(mostStreams)

  app.get('/live', operations.followToday, (request, reply) => {
    const { organization } = request.owner
    if (!streams.mayAdd(organization))
      throw new ApiError(42900, 'Too many streams are open.', { 'Retry-After': '30' })
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      'X-Request-Id': request.id,
      // It ends with the stream, so that the service need not wait for it.
      Connection: 'close',
    })
    // What HEAD asks for is all there.
    if (request.method === 'HEAD') return void raw.end()
    raw.write(`retry: ${reconnectMs}\n\n`)
    streams.add(organization, 1)

    const known = request.headers['last-event-id']
    const stop = live.follow(organization, {
      send(snapshot) {
        if (raw.writableLength > mostUnreadBytes) raw.destroy()
        else if (snapshot.id !== known) write(toEvent(snapshot))
      },
      end,
    })
    const heartbeat = setInterval(() => write(':\n\n'), heartbeatMs)
    const longest = setTimeout(end, longestMs)
    raw.once('close', () => {
      streams.add(organization, -1)
      release()
    })

    /** Behind its end nothing may be written: a client that is slow to read keeps it open for a while yet. */
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
