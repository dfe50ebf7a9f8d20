import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sendTo } from '../test/support/service.ts'
import { template } from './page/landing.ts'

interface Content {
  id: string
  pattern: string
  status: string
}

const token = 'a-token-of-the-bench-alone'
const additional = { company: 'Acme Wind', industry: 'Wind' }

/** The built service in its own process, with the template `bench`. `await using` ends it. */
export type Motif = Awaited<ReturnType<typeof startMotif>>

/**
 * Starts the service on a free port, without a rate limit, logging only errors.
 *
 * @param environment further variables, such as the database. Default: in memory
 * @param core the core that it may use. Default: all
 */
export async function startMotif(environment: Record<string, string> = {}, core?: number) {
  const folder = mkdtempSync(join(tmpdir(), 'motif-bench-'))
  mkdirSync(join(folder, 'templates'))
  writeFileSync(join(folder, 'templates/bench.yaml'), template)
  const command = [process.execPath, '--max-semi-space-size=8', resolve('dist/service/main.js')]
  const [file = '', ...args] = core === undefined ? command : ['taskset', '-c', `${core}`, ...command]
  const child = spawn(file, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      MALLOC_ARENA_MAX: '1',
      PORT: '0',
      ENRICH: 'email',
      RATE_LIMIT: '0',
      LOG_LEVEL: 'error',
      MOTIF_TOKENS: `bench/bench=${token}`,
      TEMPLATES_DIR: join(folder, 'templates'),
      ...(environment.DATABASE_URL ? {} : { DATA_DIR: 'memory' }),
      ...environment,
    },
  })
  const atExit = () => child.kill('SIGKILL')
  process.once('exit', atExit)
  const url = await listening(child)
  return {
    url,
    ...clientOf(url),
    /** Resident memory now and at its highest since the start, or since it was forgotten. */
    memoryMb() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
      return { now: of('VmRSS'), highest: of('VmHWM') }
    },
    forgetHighest: () => writeFileSync(`/proc/${child.pid}/clear_refs`, '5'),
    async [Symbol.asyncDispose]() {
      process.off('exit', atExit)
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until the process listens. Returns its real address, whatever `PUBLIC_URL` says. */
async function listening(child: ChildProcess): Promise<string> {
  let output = ''
  for await (const part of child.stdout ?? []) {
    output += part
    const found = /listening on (http:\/\/[^\s"]+)/.exec(output)?.[1]
    if (found) return found.replace(/\/$/, '')
  }
  throw new Error(`The service ended before it listened:\n${output}`)
}

/** A client of the API. Throws for answers other than 2xx. */
function clientOf(url: string) {
  async function request<Answer>(method: string, path: string, body?: object | string): Promise<Answer> {
    const headers = { 'content-type': typeof body === 'string' ? 'text/csv' : 'application/json' }
    const { status, body: answer } = await sendTo<Answer>(url, method, `/v1${path}`, { body, token, headers })
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`)
    return answer
  }

  const createContent = (prospect: string) =>
    request<Content>('POST', '/content', { prospect, template: 'bench', language: 'en' })

  const createProspect = (email = 'jane.doe@acme.example') =>
    request<{ id: string }>('POST', '/prospects', { email, additional })

  /** Asks again and again until a content is completed. */
  async function whenCompleted(id: string, everyMs = 20): Promise<void> {
    while ((await request<Content[]>('GET', `/content/${id}`))[0]?.status !== 'completed') await wait(everyMs)
  }

  /** The patterns of new records, completed. */
  async function createRecords(count: number): Promise<string[]> {
    const { id } = await createProspect()
    const made: Content[] = []
    while (made.length < count) {
      const some = Array.from({ length: Math.min(100, count - made.length) }, () => createContent(id))
      made.push(...(await Promise.all(some)))
    }
    for (const content of made) await whenCompleted(content.id)
    return made.map(({ pattern }) => pattern)
  }

  return { request, createContent, createProspect, whenCompleted, createRecords }
}
