import { randomBytes } from 'node:crypto'
import { openConnection } from '../http-connection.ts'

interface Sending {
  /** The replicas' ports, among which the clients are divided. */
  ports: number[]
  patterns: string[]
  clients: number
  forMs: number
}

/** Each client sends a visit of three events as soon as its previous one is answered. Returns how many events were accepted. */
export async function sendEvents({ ports, patterns, clients, forMs }: Sending): Promise<number> {
  const until = performance.now() + forMs
  const counts = Array.from({ length: clients }, (_, at) =>
    send(ports[at % ports.length] as number, patterns, until),
  )
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

async function send(port: number, patterns: string[], until: number): Promise<number> {
  const connection = await openConnection(port)
  let events = 0
  while (performance.now() < until) {
    const pattern = patterns[events % patterns.length] as string
    const status = await connection.post('/e', JSON.stringify(batchOf(pattern)))
    if (status !== 204) throw new Error(`The collector answered ${status}.`)
    events += 3
  }
  connection.close()
  return events
}

function batchOf(pattern: string) {
  const visit = randomBytes(17).toString('base64url').slice(0, 22)
  return {
    v: 1,
    pattern,
    visit,
    sent: 2000,
    last: 3,
    report: { applied: [0, 1, 2, 3], missing: [], refused: [], contested: [] },
    events: [
      { seq: 1, item: 'hero', type: 'view', at: 1100 },
      { seq: 2, item: 'cta', type: 'click', at: 1600, button: 'primary' },
      { seq: 3, item: 'parts', type: 'duration', at: 2000, ms: 700 },
    ],
  }
}
