import type { Server } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'

/**
 * Makes `server` listen on `port`, or on a free one where that is taken, and says which it became. Throws what the
 * system says where it cannot listen at all.
 */
export async function listenOn(server: Server, host: string, port: number): Promise<number> {
  const wanted = await portOrAny(host, port)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(wanted, host, resolve)
  })
  return (server.address() as AddressInfo).port
}

/** `port` where it is free on `host`, else 0, which lets the system choose one. */
export function portOrAny(host: string, port: number): Promise<number> {
  const probe = createServer()
  return new Promise((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(0) : reject(error),
    )
    probe.listen(port, host, () => probe.close(() => resolve(port)))
  })
}
