import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Where ports are looked for: below those that systems hand out by themselves (Linux from 32,768, macOS and Windows from 49,152), so
 * that no connection and no `listen(0)` takes a port between its choice and its use.
 */
const first = 20_000
const last = 32_767

const given = new Set<number>()

/** A port of 127.0.0.1 that nothing listens on, for programs that cannot choose one themselves. Never the same twice in a process. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < 100; tried++) {
    const port = randomInt(first, last + 1)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
  throw new Error(`No port of 127.0.0.1 from ${first} to ${last} is free.`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
