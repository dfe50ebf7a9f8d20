import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { freePort } from './free-port.ts'

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
  /** Resets every connection, and refuses new ones until what it gives is called. */
  refuse(): Promise<() => Promise<void>>
  /**
   * Cuts the first connection whose statements, from the last `BEGIN` on, match: before the database gets the last of
   * them, or once the database has done it, in place of the answer. Either by a reset, or by silence: nothing of it is
   * handed on any more, and neither side hears that the other has closed. Resolves when it is done.
   */
  cut(statements: RegExp, at: 'statement' | 'answer', by?: 'reset' | 'silence'): Promise<void>
}

interface Cut {
  statements: RegExp
  at: 'statement' | 'answer'
  by: 'reset' | 'silence'
  done(): void
}

/** Starts a proxy for the database at `databaseUrl`, on a free port. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isSwallowing = false
  let cut: Cut | undefined

  /** Hands on what comes, unless `see` takes it, and the end, unless the connection is silent. */
  function join(from: Socket, to: Socket, see: (bytes: Buffer) => boolean, isSilent: () => boolean): void {
    sockets.add(from)
    from.on('data', (bytes) => isSwallowing || isSilent() || see(bytes) || to.write(bytes))
    from.on('error', () => {}).on('close', () => isSilent() || to.destroy())
  }

  const server = createServer((socket) => {
    const behind = connect(Number(target.port), target.hostname)
    let said = ''
    let awaited: Cut | undefined
    let isSilent = false
    const end = ({ by, done }: Cut) => {
      if (by === 'silence') isSilent = true
      else socket.resetAndDestroy()
      done()
      return true
    }
    const see = (bytes: Buffer) => {
      const text = bytes.toString('latin1')
      const before = /\bBEGIN\0/i.test(text) ? '' : said
      said = before + text
      // What a connection said before, in a transaction that is over, is not what is waited for.
      if (!cut?.statements.test(said) || cut.statements.test(before)) return false
      const found = cut
      cut = undefined
      if (found.at === 'statement') return end(found)
      awaited = found
      return false
    }
    const answered = () => awaited !== undefined && end(awaited)
    join(socket, behind, see, () => isSilent)
    join(behind, socket, answered, () => isSilent)
  })
  const listen = (port: number) =>
    new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  // It listens there again after `refuse`.
  await listen(await freePort())
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
    async refuse() {
      const { port } = server.address() as AddressInfo
      const closed = new Promise((done) => server.close(done))
      reset()
      await closed
      return () => listen(port)
    },
    cut: (statements, at, by = 'reset') =>
      new Promise((done) => {
        cut = { statements, at, by, done }
      }),
    async [Symbol.asyncDispose]() {
      reset()
      await new Promise((closed) => server.close(closed))
    },
  }
}
