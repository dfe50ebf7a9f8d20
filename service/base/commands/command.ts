import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Config } from '../../config.ts'
import type { Database } from '../database/database.ts'
import type { OlderDatabase } from '../store.ts'
import { DomainError, UserError } from '../words/errors.ts'

/** What a command gets. Beside a running embedded database it runs inside the service, and its output is streamed. */
export interface CommandContext {
  config: Config
  /** The terminal's folder, from which relative paths start. */
  cwd: string
  /** Whether standard output is a terminal: progress is for people. */
  isTerminal: boolean
  /** Aborts when the person at the terminal gives up. */
  signal: AbortSignal
  /**
   * Writes to standard output. The text contains its own line ends. Whoever has much to write awaits it: it resolves when the
   * reader takes more, or is gone.
   */
  out(text: string): Promise<void>
  /** Writes to standard error. */
  err(text: string): void
}

/** What `--help` shows about a command, in addition to its usage and summary. */
interface CommandHelp {
  /** The meaning of each argument and option, by its name in the usage. */
  options?: Readonly<Record<string, string>>
  /** What to type, from the command's name on. */
  examples: readonly string[]
  /** Further remarks, such as exit codes: one per line. */
  notes?: readonly string[]
}

export interface CommandBase {
  /** As typed after `npm run motif --`, such as `token create`. */
  name: string
  /** The arguments, as help shows them. */
  usage: string
  summary: string
  /** Shown by `--help`. */
  help: CommandHelp
  /** Needs the database for itself: refused while a service runs on the embedded one. */
  alone?: true
  /** Creates the database where there is none. Other commands refuse, so that a wrong environment is noticed. */
  makesDatabase?: true
  /** What happens to a database of an older version. Default: `refuse`. */
  older?: OlderDatabase
}

/**
 * A command of `npm run motif`. `prepare` parses the arguments before any database is opened, and returns the function
 * that runs the command with the rooms that it needs. That resolves to the exit code; a UserError is shown as one line, with exit code 1.
 */
export type Command<Rooms = { db: Database }> = CommandBase &
  (
    | { needsDatabase: false; prepare(args: string[]): (context: CommandContext) => Promise<number> }
    | {
        needsDatabase: true
        prepare(args: string[]): (context: CommandContext & { rooms: Rooms }) => Promise<number>
      }
  )

/** Wrong arguments: shown with the usage, exit code 2. */
export class UsageError extends UserError {}

/** The arguments of a command: named positions in order, options with a value, and flags. */
interface ArgumentsShape {
  positions?: readonly string[]
  /** Option names without dashes; `true` is required. */
  options?: Readonly<Record<string, boolean>>
  /** Names without dashes. A flag that is given has the value `true`. */
  flags?: readonly string[]
}

/**
 * Parses arguments. Throws a UsageError for missing, unknown or too many arguments.
 *
 * @example
 * readArguments(args, { positions: ['FILE'], options: { organization: true } }) // { FILE: 'a.csv', organization: 'acme' }
 */
export function readArguments(
  args: string[],
  shape: ArgumentsShape = {},
): Record<string, string | undefined> {
  const { positions = [], options = {}, flags = [] } = shape
  const parsed = parse(args, Object.keys(options), flags)
  if (parsed.positionals.length > positions.length) {
    throw new UsageError(`too many arguments: ${parsed.positionals.slice(positions.length).join(' ')}`)
  }
  const named = positions.map((name, index) => [name, parsed.positionals[index]] as const)
  const absent = [
    ...named.filter(([, value]) => !value).map(([name]) => name),
    ...Object.keys(options)
      .filter((name) => options[name] && !parsed.values[name])
      .map((name) => `--${name}`),
  ]
  if (absent.length > 0) throw new UsageError(`missing: ${absent.join(', ')}`)
  const values = Object.entries(parsed.values).map(([name, value]) => [name, String(value)] as const)
  return { ...Object.fromEntries(values), ...Object.fromEntries(named) }
}

function parse(args: string[], names: string[], flags: readonly string[]) {
  try {
    const options: NonNullable<ParseArgsConfig['options']> = {
      ...Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
      ...Object.fromEntries(flags.map((name) => [name, { type: 'boolean' as const }])),
    }
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0] ?? 'bad arguments')
  }
}

/** The exit code after Ctrl-C, by the convention of shells. */
export const stoppedExit = 130

/** Finds the command at the beginning of the arguments; `token` and the like are followed by a second word. */
export function findCommand<Named extends CommandBase>(
  commands: readonly Named[],
  argv: readonly string[],
): { command: Named; args: string[] } | undefined {
  for (const command of commands) {
    const words = command.name.split(' ')
    if (words.every((word, index) => argv[index] === word)) return { command, args: argv.slice(words.length) }
  }
  return undefined
}

/** Calls `run`. A failure becomes one line on standard error and an exit code. */
export async function toExitCode(
  command: Pick<CommandBase, 'name' | 'usage'>,
  err: (text: string) => void,
  run: () => Promise<number>,
): Promise<number> {
  try {
    return await run()
  } catch (error) {
    const isForReader = error instanceof UserError || error instanceof DomainError
    if (!isForReader) {
      err(`${command.name}: ${error instanceof Error ? error.message : String(error)}\n`)
      return 1
    }
    err(`${error.message}\n`)
    if (error instanceof UsageError) err(`usage: npm run motif -- ${command.name} ${command.usage}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

/** Rows as lines whose cells stand below each other. */
export function inColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  )
  return rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Writes, and resolves when the reader takes more. It resolves, too, once nobody reads any more, or `signal` aborts. */
export async function writeWhenTaken(to: Writable, text: string, signal: AbortSignal): Promise<void> {
  if (to.write(text) || signal.aborted) return
  await once(to, 'drain', { signal }).catch(() => {})
}

/** The address of links according to the settings. Throws a UserError where they do not determine it. */
export function configuredUrl(config: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  if (config.publicUrl) return config.publicUrl
  if (config.port === 0) throw new UserError('PUBLIC_URL: needed, since PORT is 0')
  return `http://${config.host}:${config.port}`
}
