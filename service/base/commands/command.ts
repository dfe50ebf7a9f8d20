import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import type { Config } from '../../config.ts'
import type { Database } from '../database/database.ts'
import type { OlderDatabase } from '../store.ts'
import { DomainError, UserError } from '../words/errors.ts'

/** What a command gets. Beside a running embedded database it runs inside the service, and its output is streamed. */
export interface CommandContext {
  config: Config
  cwd: string
  isTerminal: boolean
  signal: AbortSignal
  /** Writes to standard output; the text has its own line ends. Resolves when the reader takes more, or is gone. */
  out(text: string): Promise<void>
  err(text: string): void
}

interface CommandHelp {
  options?: Readonly<Record<string, string>>
  examples: readonly string[]
  notes?: readonly string[]
}

export interface CommandBase {
  name: string
  usage: string
  summary: string
  help: CommandHelp
  /** Needs the database for itself: refused while a service runs on the embedded one. */
  alone?: true
  /** Creates the database where there is none. Other commands refuse, so that a wrong environment is noticed. */
  makesDatabase?: true
  /** What happens to a database of an older version. Default: `refuse`. */
  older?: OlderDatabase
}

/** A command of `npm run motif`. `prepare` parses the arguments before any database is opened; what it returns runs it, to its exit code. */
export type Command<Rooms = { db: Database }> = CommandBase &
  (Prepared<false, CommandContext> | Prepared<true, CommandContext & { rooms: Rooms }>)

interface Prepared<NeedsDatabase extends boolean, Context> {
  needsDatabase: NeedsDatabase
  prepare(args: string[]): (context: Context) => Promise<number>
}

/** Wrong arguments: shown with the usage, exit code 2. */
export class UsageError extends UserError {}

interface ArgumentsShape {
  positions?: readonly string[]
  /** Option names without dashes; `true` is required. */
  options?: Readonly<Record<string, boolean>>
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
  const given = {
    ...parsed.values,
    ...Object.fromEntries(positions.map((name, at) => [name, parsed.positionals[at]])),
  }
  const required = Object.keys(options).filter((name) => options[name])
  const absent = [...positions, ...required].filter((name) => !given[name])
  if (absent.length > 0)
    throw new UsageError(
      `missing: ${absent.map((name) => (name in options ? `--${name}` : name)).join(', ')}`,
    )
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value?.toString()]))
}

function parse(args: string[], names: string[], flags: readonly string[]) {
  const typed = (type: 'string' | 'boolean', of: readonly string[]) =>
    Object.fromEntries(of.map((name) => [name, { type }]))
  try {
    const options = { ...typed('string', names), ...typed('boolean', flags) }
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
  const command = commands.find(({ name }) => name.split(' ').every((word, at) => argv[at] === word))
  return command && { command, args: argv.slice(command.name.split(' ').length) }
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
    err(
      `${isForReader ? '' : `${command.name}: `}${error instanceof Error ? error.message : String(error)}\n`,
    )
    if (!(error instanceof UsageError)) return 1
    err(`usage: npm run motif -- ${command.name} ${command.usage}\n`)
    return 2
  }
}

/** Rows as lines whose cells stand below each other. */
export function inColumns(rows: readonly (readonly string[])[]): string[] {
  const widthOf = (column: number) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0))
  const widths = rows[0]?.map((_, column) => widthOf(column)) ?? []
  return rows.map((cells) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Writes, and resolves when the reader takes more. It resolves, too, once nobody reads any more, or `signal` aborts. */
export async function writeWhenTaken(to: Writable, text: string, signal: AbortSignal): Promise<void> {
  if (to.write(text) || signal.aborted) return
  await once(to, 'drain', { signal }).catch(() => {})
}
