import { spawn } from 'node:child_process'
import { once } from 'node:events'
import Fastify from 'fastify'

/** Fastify with one route and nothing else, in a process of its own on one core. `await using` ends it. */
interface FastifyAlone extends AsyncDisposable {
  url: string
}

/** The one answer that the process gives. */
interface Answer {
  path: string
  body: string
  headers: Record<string, string>
}

/** Serves a body under a path with these headers: what the framework itself costs. */
export async function startFastifyAlone(answer: Answer, core: number): Promise<FastifyAlone> {
  const child = spawn('taskset', ['-c', `${core}`, process.execPath, import.meta.filename], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.send(answer)
  const [address] = await once(child, 'message')
  return {
    url: `${address}${answer.path}`,
    [Symbol.asyncDispose]: async () => {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

async function serve({ path, body, headers }: Answer): Promise<string> {
  const bytes = Buffer.from(body)
  const app = Fastify()
  app.get(path, async (_request, reply) => reply.headers(headers).send(bytes))
  return app.listen({ host: '127.0.0.1', port: 0 })
}

if (process.argv[1] === import.meta.filename)
  process.once('message', async (answer: Answer) => process.send?.(await serve(answer)))
