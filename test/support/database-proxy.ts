import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** Stands between the service and PostgreSQL, and can fail as networks do. `await using` ends it. */
export interface DatabaseProxy extends AsyncDisposable {
  /** The URL of the database behind it. */
  url: string
  /** Takes connections and bytes from now on, and hands nothing on in either direction. */
  swallow(): void
  /** Hands on again what comes from now on. */
  pass(): void
  /** Resets every connection that there is. */
  reset(): void
}

/** Starts a proxy for the database at `databaseUrl`, on a free port. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isSwallowing = false

  function join(from: Socket, to: Socket): void {
    sockets.add(from)
    from.on('data', (bytes) => isSwallowing || to.write(bytes))
    from.on('error', () => {}).on('close', () => to.destroy())
  }

  const server = createServer((socket) => {
    const behind = connect(Number(target.port), target.hostname)
    join(socket, behind)
    join(behind, socket)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const reset = () => {
    for (const socket of sockets) socket.resetAndDestroy()
    sockets.clear()
  }
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    swallow: () => {
      isSwallowing = true
    },
    pass: () => {
      isSwallowing = false
    },
    reset,
    async [Symbol.asyncDispose]() {
      reset()
      await new Promise((closed) => server.close(closed))
    },
  }
}
