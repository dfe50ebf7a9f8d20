import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { openRooms } from '../../service/motif.ts'
import { runMotif } from '../../service/run-motif.ts'

/** What a command of the command line answered. */
export interface Ran {
  code: number | null
  stdout: string
  stderr: string
}

const cli = resolve('service/cli.ts')

/**
 * Runs `npm run motif -- …args` within this process, with this environment and no other: its own process would
 * spend a second of each call on starting. `signal` aborts where somebody types Ctrl-C.
 */
export async function motif(
  args: string[],
  environment: Record<string, string>,
  signal = new AbortController().signal,
): Promise<Ran> {
  let stdout = ''
  let stderr = ''
  const code = await runMotif(args, {
    environment: () => environment,
    open: openRooms,
    cwd: tmpdir(),
    isTerminal: false,
    signal,
    out: async (text) => {
      stdout += text
    },
    err: (text) => {
      stderr += text
    },
  })
  return { code, stdout, stderr }
}

/** The same, as its own process, in an empty folder; `around` is a command that runs it, with its arguments. */
export async function motifProcess(
  args: string[],
  environment: Record<string, string>,
  around: readonly string[] = [],
): Promise<Ran> {
  const cwd = mkdtempSync(join(tmpdir(), 'motif-cli-'))
  const [command = '', ...rest] = [...around, process.execPath, cli, ...args]
  const child = spawn(command, rest, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOME: cwd,
      ...environment,
    },
  })
  const exited = new Promise<number | null>((done) => child.once('exit', done))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exited])
  rmSync(cwd, { recursive: true, force: true })
  return { code, stdout, stderr }
}
