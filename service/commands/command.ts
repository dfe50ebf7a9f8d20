import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Logger } from 'pino'
import type { Campaigns } from '../campaigns/campaigns.ts'
import type { Config } from '../config.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Maintenance } from '../maintenance/maintenance.ts'
import { UserError } from '../model/errors.ts'
import type { Erasing } from '../prospects/erasing.ts'
import type { Database } from '../store/database.ts'
import type { OlderDatabase } from '../store/store.ts'
import type { Templates } from '../templates/templates.ts'

/** What a command that needs the database works with. */
export interface CommandRooms {
  db: Database
  jobs: Pick<Jobs, 'wake'>
  erasing: Erasing
  campaigns: Campaigns
  templates: Pick<Templates, 'get'>
  /** Whether this process works on jobs, so that records are made while a command waits. */
  isWorking: boolean
  /** The address that links use. Throws a UserError where it is not known. */
  publicUrl(): string
  maintenance: Pick<Maintenance, 'run'>
}

/** Opens the database that the configuration names, for a command. */
export type OpenRooms = (
  config: Config,
  log: Logger,
  older?: OlderDatabase,
) => Promise<CommandRooms & { close(): Promise<void> }>

/** What a command is run with. Beside a running embedded database it runs inside the service, its output streamed. */
export interface CommandContext {
  config: Config
  open: OpenRooms
  /** The terminal's folder, against which paths in arguments are meant. */
  cwd: string
  /** Whether standard output is a terminal: progress is for people. */
  isTerminal: boolean
  /** Aborted when the person at the terminal gives up. */
  signal: AbortSignal
  /** Writes to standard output; the text brings its own line ends. Awaiting it is back-pressure. */
  out(text: string): void
  /** Writes to standard error. */
  err(text: string): void
}

/** What `--help` shows of one command, beside its usage and its summary. */
interface CommandHelp {
  /** Each argument and option, as the usage names it, with what it means. */
  options?: Readonly<Record<string, string>>
  /** What is typed, from the command's name on. */
  examples: readonly string[]
  /** What else is good to know before it is typed, such as how it ends: a line each. */
  notes?: readonly string[]
}

interface CommandBase {
  /** As typed after `npm run motif --`, such as `token create`. */
  name: string
  /** The arguments, as help shows them. */
  usage: string
  summary: string
  /** What `--help` behind its name says. */
  help: CommandHelp
  /** Needs the database for itself: refused while a service runs on the embedded one. */
  alone?: true
  /** Makes the database where there is none yet; the others refuse, so that a wrong environment is noticed. */
  makesDatabase?: true
  /** What is done with the tables of an older version. Default: `refuse`. */
  older?: OlderDatabase
}

/**
 * A command of `npm run motif`. `prepare` reads the arguments, before any database is opened, and gives what carries
 * the command out: that resolves to the exit code; a UserError is shown as one line, exit code 1.
 */
export type Command = CommandBase &
  (
    | { needsDatabase: false; prepare(args: string[]): (context: CommandContext) => Promise<number> }
    | {
        needsDatabase: true
        prepare(args: string[]): (context: CommandContext & { rooms: CommandRooms }) => Promise<number>
      }
  )

/** Wrong arguments: shown with the usage, exit code 2. */
export class UsageError extends UserError {}

/** Arguments that `readArguments` understands: positions by name, in order, options that take a value, and flags. */
interface ArgumentsShape {
  positions?: readonly string[]
  /** Option names without dashes; `true` is required. */
  options?: Readonly<Record<string, boolean>>
  /** Names without dashes; one that is given reads `true`. */
  flags?: readonly string[]
}

/**
 * Reads arguments; what is missing, unknown or too many throws a UsageError.
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
