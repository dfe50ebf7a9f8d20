import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'

/**
 * Makes `server` listen on `port`, or on a free one if that is taken. Returns the port. Throws the system's error if it cannot
 * listen at all.
 */
export async function listenOn(server: Server, host: string, port: number): Promise<number> {
  server.listen(await portOrAny(host, port), host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** `port` if it is free on `host`, else 0, which lets the system choose one. */
export function portOrAny(host: string, port: number): Promise<number> {
  const probe = createServer()
  return new Promise((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(0) : reject(error),
    )
    probe.listen(port, host, () => probe.close(() => resolve(port)))
  })
}
