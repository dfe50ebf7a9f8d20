import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The service as it runs in production, in a process of its own. `await using` ends it. */
export interface MotifProcess extends AsyncDisposable {
  port: number
  url: string
  pid: number
  token: string
  /** Resident memory now and at its highest, in megabytes. */
  memory(): { nowMb: number; highestMb: number }
  /** Processor time that it has used, in milliseconds. */
  cpuMs(): number
}

const token = 'a-token-of-the-bench-alone'

/**
 * Starts the service on a free port, with a token, without a rate limit, logging only errors.
 *
 * @param environment further variables, such as the database. Default: in memory
 * @param core the core that it may use. Default: all cores
 * @param checkout the folder in which it is built
 */
export async function startMotif(
  environment: Record<string, string> = {},
  core?: number,
  checkout = '.',
): Promise<MotifProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'motif-bench-'))
  const command = [process.execPath, '--max-semi-space-size=8', resolve(checkout, 'dist/service/main.js')]
  const [file = '', ...args] = core === undefined ? command : ['taskset', '-c', `${core}`, ...command]
  const child = spawn(file, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      PORT: '0',
      ENRICH: 'email',
      RATE_LIMIT: '0',
      LOG_LEVEL: 'error',
      ALLOW_PRIVATE_ADDRESSES: 'true',
      MOTIF_TOKENS: `bench/bench=${token}`,
      ...(environment.DATABASE_URL ? {} : { DATA_DIR: 'memory' }),
      ...environment,
    },
  })
  const atExit = () => child.kill('SIGKILL')
  process.once('exit', atExit)
  const url = await listening(child)
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    token,
    memory: () => readMemory(child.pid ?? 0),
    cpuMs: () => readCpuMs(child.pid ?? 0),
    [Symbol.asyncDispose]: async () => {
      process.off('exit', atExit)
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until the process listens. Returns its real address, whatever `PUBLIC_URL` says. */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      output += part
      const found = /listening on (http:\/\/[^\s"]+)/.exec(output)?.[1]
      if (found) resolve(found.replace(/\/$/, ''))
    })
    child.once('exit', () => reject(new Error(`The service ended before it listened:\n${output}`)))
  })
}

function readMemory(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  return { nowMb: megabytes('VmRSS'), highestMb: megabytes('VmHWM') }
}

/** User and system time are the 14th and 15th field of `stat`, in hundredths of a second. */
function readCpuMs(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const ticks = fields.split(' ')
  return (Number(ticks[11]) + Number(ticks[12])) * 10
}
