import type { Socket } from 'node:net'

/** A downlink of limited bandwidth. All connections share it in turns, packet by packet. */
export interface Downlink {
  send(to: Socket, bytes: Buffer): void
  end(to: Socket): void
}

const packetBytes = 1460

/** @param delayMs the latency of each packet. */
export function createDownlink(bitsPerSecond: number, delayMs: number): Downlink {
  const queues = new Map<Socket, Buffer[]>()
  let freeAt = 0
  let isPumping = false

  function send(to: Socket, bytes: Buffer) {
    const queue = queues.get(to) ?? []
    queues.set(to, queue)
    for (let from = 0; from < bytes.length; from += packetBytes)
      queue.push(bytes.subarray(from, from + packetBytes))
    if (isPumping) return
    isPumping = true
    freeAt = Math.max(freeAt, performance.now())
    pump()
  }

  function pump() {
    while (queues.size && freeAt <= performance.now()) sendNext()
    isPumping = queues.size > 0
    if (isPumping) setTimeout(pump, Math.max(0, freeAt - performance.now()))
  }

  /** Sends the next packet. Timers of the same length fire in their order, so packets stay in order. */
  function sendNext() {
    const [to, queue] = [...queues][0] as [Socket, Buffer[]]
    const packet = queue.shift() as Buffer
    queues.delete(to)
    if (queue.length) queues.set(to, queue)
    if (bitsPerSecond) freeAt += (packet.length * 8000) / bitsPerSecond
    setTimeout(() => to.write(packet), delayMs)
  }

  function end(to: Socket) {
    if (queues.has(to)) setTimeout(() => end(to), 10)
    else setTimeout(() => to.end(), delayMs + 5)
  }

  return { send, end }
}
