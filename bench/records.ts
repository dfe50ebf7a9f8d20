import { spawn } from 'node:child_process'
import { once } from 'node:events'
import Fastify from 'fastify'
import { load } from './load.ts'
import { startMotif } from './motif.ts'
import { median, type PartOptions, type PartResult, show } from './report.ts'

/** The core of the servers. The load comes from the other one. */
const core = 0

/** What Fastify answers, alone. */
type Answer = Record<'path' | 'body', string> & { headers: Record<string, string> }

/** Measures `GET /p` beside Fastify with the same answer and nothing else, in turns, each alone on one core. */
export async function measure({ isQuick, runs }: PartOptions): Promise<PartResult> {
  await using motif = await startMotif({}, core)
  const [pattern] = await motif.createRecords(1)
  const path = `/p/${pattern}`
  const answer = await fetch(`${motif.url}${path}`, { headers: { 'accept-encoding': 'identity' } })
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !ofTransport.has(name)))
  await using fastify = await startFastifyAlone({ path, headers, body: await answer.text() })
  const urls = { Motif: motif.url, 'Fastify alone': fastify.url }
  const seconds = isQuick ? 1 : 6
  const next = () => ({ method: 'GET' as const, path })
  const rates = { Motif: [] as number[], 'Fastify alone': [] as number[] }
  // In turns, so that a busy moment affects both.
  for (let round = 0; round < runs / 3; round++)
    for (const name of ['Motif', 'Fastify alone'] as const)
      rates[name].push((await load({ url: urls[name], connections: 32, seconds, next })).perSecond)
  const [own, bare] = [median(rates.Motif), median(rates['Fastify alone'])]
  return {
    rows: [
      {
        what: '`GET /p/{pattern}`, one process on one core',
        toReach: '≥ 0.7 × Fastify alone',
        figures: {
          Motif: `${show(own, 'requests/s')} = ${(own / bare).toFixed(2)} × Fastify alone`,
          'Fastify alone': show(bare, 'requests/s'),
        },
      },
    ],
    note: 'Fastify alone gives the same answer and does nothing else.',
  }
}

const ofTransport = new Set(['content-length', 'connection', 'keep-alive', 'date', 'etag'])

/** Fastify with one route, in its own process. `await using` ends it. */
async function startFastifyAlone(answer: Answer) {
  const child = spawn('taskset', ['-c', `${core}`, process.execPath, import.meta.filename], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.send(answer)
  const [url] = (await once(child, 'message')) as [string]
  return { url, [Symbol.asyncDispose]: async () => void child.kill() }
}

async function serve({ path, body, headers }: Answer): Promise<string> {
  const app = Fastify()
  app.get(path, async (_request, reply) => reply.headers(headers).send(Buffer.from(body)))
  return app.listen({ host: '127.0.0.1', port: 0 })
}

if (process.argv[1] === import.meta.filename)
  process.once('message', async (answer: Answer) => process.send?.(await serve(answer)))
