import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

/** A way to a database on which statements are counted. */
export interface CountedDatabase extends AsyncDisposable {
  /** Instead of its own. */
  url: string
  /** How many statements have passed, `BEGIN` and `COMMIT` among them. */
  statements(): number
}

/** Opens a way to a PostgreSQL database that counts what its clients send: `Query` and `Execute` of its protocol. */
export async function countStatements(databaseUrl: string): Promise<CountedDatabase> {
  const { hostname, port } = new URL(databaseUrl)
  let statements = 0
  const server = createServer((client) => {
    const database = connect(Number(port), hostname)
    const read = readTypes((type) => {
      if (type === 'Q' || type === 'E') statements++
    })
    client.on('data', read).pipe(database).pipe(client)
    for (const end of [client, database])
      end.on('error', () => {}).on('close', () => void [client, database].map((each) => each.destroy()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.port = `${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    statements: () => statements,
    [Symbol.asyncDispose]: async () => void server.close(),
  }
}

/** Reads the types of a client's messages: one letter and the length; only the first message has no type. */
function readTypes(onType: (type: string) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0)
  let typeBytes = 0
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= typeBytes + 4) {
      const length = typeBytes + rest.readInt32BE(typeBytes)
      if (rest.length < length) return
      if (typeBytes > 0) onType(String.fromCharCode(rest[0] ?? 0))
      typeBytes = 1
      rest = rest.subarray(length)
    }
  }
}
