import { chmodSync, existsSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
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

/** What is sent when the person at the terminal gives up, and how long the response may then take. */
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
 * send their commands here. Only this user can open the socket.
 */
export function createControl(options: ControlOptions) {
  const { databaseUrl, dataDir } = options.config
  if (databaseUrl || dataDir === 'memory') return { listen: async () => {}, refuse: () => {} }
  const path = socketPath(dataDir)
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

/** Runs a command in the service that runs on this folder, to its exit code. Undefined where no service runs there. */
export async function askRunningService(
  dataDir: string,
  argv: string[],
  context: CommandContext,
): Promise<number | undefined> {
  const path = socketPath(dataDir)
  const socket = existsSync(path) && (await connectTo(path))
  if (!socket) return undefined
  const request: ControlRequest = { argv, cwd: context.cwd, isTerminal: context.isTerminal }
  socket.write(toLine(request))
  context.signal.addEventListener('abort', () => {
    socket.write(`${stopLine}\n`)
    setTimeout(() => socket.destroy(), stopMs).unref()
  })
  for await (const line of linesOf(socket)) {
    const answered = JSON.parse(line) as ControlAnswer
    if ('out' in answered) await context.out(answered.out)
    if ('err' in answered) context.err(answered.err)
    if (!('exit' in answered)) continue
    socket.destroy()
    return answered.exit
  }
  if (context.signal.aborted) return stoppedExit
  context.err('the service ended before the command was done\n')
  return 1
}

async function answer({ config, commands, rooms }: ControlOptions, socket: Socket): Promise<void> {
  const aborted = new AbortController()
  socket.on('error', () => aborted.abort()).on('close', () => aborted.abort())
  const send = async (message: ControlAnswer) => {
    if (socket.writable) await writeWhenTaken(socket, toLine(message), aborted.signal)
  }
  const lines = linesOf(socket)[Symbol.asyncIterator]()
  const { argv, cwd, isTerminal } = JSON.parse((await lines.next()).value ?? '') as ControlRequest
  // Any further line means that the client gives up, and so does its end.
  lines
    .next()
    .finally(() => aborted.abort())
    .catch(() => {})
  const err = (text: string) => void send({ err: text })
  const out = (text: string) => send({ out: text })
  const { command, args } = findCommand(commands, argv) ?? {}
  const run = async () => {
    if (!command)
      throw new UserError('the running service is of another version and does not know this command')
    if (command.alone)
      throw new UserError(
        `a service runs on ${config.dataDir}: stop it first, so that nothing is written meanwhile`,
      )
    return command.prepare(args ?? [])({ rooms, config, cwd, isTerminal, signal: aborted.signal, out, err })
  }
  void send({ exit: await toExitCode(command ?? { name: argv.join(' '), usage: '' }, err, run) })
  socket.end()
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
  const path = near.length < absolute.length ? near : absolute
  if (Buffer.byteLength(path) <= longestSocketPath) return path
  throw new UserError(
    `DATA_DIR: ${resolve(dataDir)} is too long a path for the socket of commands, which may have ${longestSocketPath} bytes: choose a shorter one, or start in a folder near it`,
  )
}

/** A line of JSON. `readline` splits at U+2028 and U+2029 too, which JSON leaves as they are. */
function toLine(message: ControlRequest | ControlAnswer): string {
  const text = JSON.stringify(message).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
  return `${text}\n`
}

function linesOf(input: Readable): AsyncIterable<string> {
  const lines = createInterface({ input })
  // Of a stream that is destroyed it hears nothing by itself.
  input.once('close', () => lines.close())
  return lines
}
