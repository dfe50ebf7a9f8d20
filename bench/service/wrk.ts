import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What wrk measured. */
export interface Load {
  requestsPerSecond: number
  p50Ms: number
  p99Ms: number
  /** Answers other than 2xx, and broken connections. */
  failures: number
}

export interface LoadOptions {
  connections: number
  seconds: number
  /** The core that wrk runs on. */
  core: number
  /** Requests a second, spread at random. Default: as fast as possible. */
  requestsPerSecond?: number
}

/** Requests one URL with wrk, one thread on one core. */
export async function load(url: string, options: LoadOptions): Promise<Load> {
  const { connections, seconds, core, requestsPerSecond } = options
  const folder = await mkdtemp(join(tmpdir(), 'motif-wrk-'))
  try {
    const script = join(folder, 'pace.lua')
    const pauseMs = requestsPerSecond ? (connections * 1000) / requestsPerSecond : 0
    await writeFile(script, pauseMs ? pacing(pauseMs) : '')
    const args = [
      '-c',
      `${core}`,
      'wrk',
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      '--latency',
      '-s',
      script,
      url,
    ]
    return read((await run('taskset', args)).stdout)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A Lua script with random waits around the mean, so that requests do not come in waves. wrk waits whole milliseconds. */
function pacing(meanMs: number): string {
  return `function delay() return math.random(0, ${Math.round(2 * meanMs)}) end`
}

function read(text: string): Load {
  const milliseconds = (share: string) => {
    const [, value, unit = ''] = new RegExp(`${share}%\\s+([\\d.]+)(us|ms|s)`).exec(text) ?? []
    return Number(value) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN)
  }
  const failures = [/Non-2xx or 3xx responses: (\d+)/, /connect (\d+),/, /read (\d+),/, /timeout (\d+)/]
  return {
    requestsPerSecond: Math.round(Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1])),
    p50Ms: milliseconds('50'),
    p99Ms: milliseconds('99'),
    failures: failures.reduce((sum, pattern) => sum + Number(pattern.exec(text)?.[1] ?? 0), 0),
  }
}
