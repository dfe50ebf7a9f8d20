import { chmodSync, existsSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { relative, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import {
  type Command,
  type CommandContext,
  findCommand,
  stoppedExit,
  toExitCode,
  writeWhenTaken,
} from './base/commands/command.ts'
import { UserError } from './base/words/errors.ts'
import type { CommandRooms } from './commands.ts'
import type { Config } from './config.ts'

/** What the command line sends to a running service: one line of JSON. */
interface ControlRequest {
  argv: string[]
  cwd: string
  isTerminal: boolean
}

/** The response: lines of JSON, the last one with the exit code. */
type ControlAnswer = { out: string } | { err: string } | { exit: number }

/**
 * What the command line sends when the person at the terminal gives up, and how long it then waits for the response.
 */
const stopLine = 'stop'
const stopMs = 10_000

/** In bytes: the path of a Unix socket, on Linux and elsewhere. */
const longestSocketPath = process.platform === 'linux' ? 107 : 103

interface ControlOptions {
  config: Config
  commands: readonly Command<CommandRooms>[]
  rooms: CommandRooms
}

/**
 * Creates the control socket, in the data folder: only this process can open the embedded database, so other processes
 * send their commands here. Only this user can open the socket. With a database server, or a database in memory, it
 * does nothing.
 */
export function createControl(options: ControlOptions) {
  const { databaseUrl, dataDir } = options.config
  if (databaseUrl || dataDir === 'memory') return { listen: async () => {}, refuse: () => {} }
  const path = socketPath(dataDir)
  assertShort(path, dataDir)
  const server = createServer((socket) => {
    // A client that disconnects, or sends something else, ends only its own connection.
    answer(options, socket).catch(() => socket.destroy())
  })
  return {
    async listen() {
      rmSync(path, { force: true })
      await new Promise<void>((listening, failed) => server.once('error', failed).listen(path, listening))
      chmodSync(path, 0o600)
    },
    /** Refuses further commands. */
    refuse() {
      if (!server.listening) return
      server.close()
      rmSync(path, { force: true })
    },
  }
}

/**
 * Runs a command in the service that runs on this folder, and resolves to its exit code. Undefined where no service
 * runs there.
 */
export async function askRunningService(
  dataDir: string,
  argv: string[],
  context: CommandContext,
): Promise<number | undefined> {
  const path = socketPath(dataDir)
  if (!existsSync(path)) return undefined
  assertShort(path, dataDir)
  const socket = await connectTo(path)
  if (!socket) return undefined
  const request: ControlRequest = { argv, cwd: context.cwd, isTerminal: context.isTerminal }
  socket.write(`${JSON.stringify(request)}\n`)
  context.signal.addEventListener('abort', () => {
    socket.write(`${stopLine}\n`)
    setTimeout(() => socket.destroy(), stopMs).unref()
  })
  for await (const line of linesOf(socket)) {
    const answered = JSON.parse(line) as ControlAnswer
    if ('out' in answered) await context.out(answered.out)
    if ('err' in answered) context.err(answered.err)
    if ('exit' in answered) return answered.exit
  }
  if (context.signal.aborted) return stoppedExit
  context.err('the service ended before the command was done\n')
  return 1
}

async function answer({ config, commands, rooms }: ControlOptions, socket: Socket): Promise<void> {
  const aborted = new AbortController()
  socket.on('error', () => aborted.abort()).on('close', () => aborted.abort())
  const send = async (message: ControlAnswer) => {
    if (socket.writable) await writeWhenTaken(socket, `${JSON.stringify(message)}\n`, aborted.signal)
  }
  const lines = linesOf(socket)
  const { argv, cwd, isTerminal } = JSON.parse((await lines.next()).value ?? '') as ControlRequest
  // Any further line means that the client gives up, and so does its end.
  lines
    .next()
    .finally(() => aborted.abort())
    .catch(() => {})
  const found = findCommand(commands, argv)
  if (found) {
    const err = (text: string) => void send({ err: text })
    const out = (text: string) => send({ out: text })
    const context = { rooms, config, cwd, isTerminal, signal: aborted.signal, out, err }
    const run = async () =>
      found.command.alone ? refuse(config.dataDir) : found.command.prepare(found.args)(context)
    void send({ exit: await toExitCode(found.command, err, run) })
  } else {
    void send({ err: 'the running service is of another version and does not know this command\n' })
    void send({ exit: 1 })
  }
  socket.end()
}

function refuse(dataDir: string): never {
  throw new UserError(`a service runs on ${dataDir}: stop it first, so that nothing is written meanwhile`)
}

function connectTo(path: string): Promise<Socket | undefined> {
  return new Promise((done) => {
    const socket = connect(path)
    socket.once('connect', () => done(socket)).once('error', () => done(undefined))
  })
}

/** The shorter one of the absolute and the relative path: the path of a Unix socket is limited. */
function socketPath(dataDir: string): string {
  const absolute = resolve(dataDir, 'control.sock')
  const near = relative(process.cwd(), absolute)
  return isShort(absolute) || absolute.length < near.length ? absolute : near
}

function isShort(path: string): boolean {
  return Buffer.byteLength(path) <= longestSocketPath
}

function assertShort(path: string, dataDir: string): void {
  if (isShort(path)) return
  throw new UserError(
    `DATA_DIR: ${resolve(dataDir)} is too long a path for the socket of commands, which may have ${longestSocketPath} bytes: choose a shorter one, or start in a folder near it`,
  )
}

/**
 * Reads a stream of UTF-8 line by line, without the line feeds. Unlike Node.js's `readline` it does not split at U+2028 and
 * U+2029, which JSON leaves unescaped. Throws the error of a stream that fails; a destroyed stream just ends.
 */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  input.setEncoding('utf8')
  let rest = ''
  try {
    for await (const part of input as AsyncIterable<string>) {
      const [first = '', ...others] = part.split('\n')
      rest += first
      for (const next of others) {
        yield rest
        rest = next
      }
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
  if (rest) yield rest
}
