import {
  type Command,
  type CommandBase,
  type CommandContext,
  findCommand,
  inColumns,
  toExitCode,
} from './base/commands/command.ts'
import { createLog } from './base/log.ts'
import { UserError } from './base/words/errors.ts'
import { type CommandRooms, commands } from './commands.ts'
import { type Environment, readConfig } from './config.ts'
import { askRunningService } from './control.ts'
import { settingsHelp } from './describe-settings.ts'
import type { openRooms } from './motif.ts'

/** The terminal in which a command is typed. */
export interface Terminal extends Omit<CommandContext, 'config'> {
  open: typeof openRooms
  /** Read when a command needs it: help does not. */
  environment(): Environment
}

/** Runs `npm run motif -- …argv`, inside the service that has the embedded database open, if there is one. Resolves to the exit code. */
export async function runMotif(argv: string[], terminal: Terminal): Promise<number> {
  const words = argv[0] === 'help' ? argv.slice(1) : argv
  const found = findCommand(commands, words)
  if (argv.includes('--help') || argv.includes('-h') || argv.length === 0 || argv[0] === 'help') {
    const one = group(words[0])
    if (found) terminal.out(commandHelp(found.command))
    else terminal.out(one ? helpText(commands, one) : `${helpText(commands)}\n${settingsHelp()}`)
    return argv.length === 0 ? 2 : 0
  }
  if (!found) {
    terminal.err(`unknown command: ${argv.join(' ')}\n${helpText(commands, group(argv[0]))}`)
    return 2
  }
  const { command, args } = found
  return toExitCode(command, terminal.err, () => runCommand(command, args, argv, terminal))
}

async function runCommand(
  command: Command<CommandRooms>,
  args: string[],
  argv: string[],
  terminal: Terminal,
) {
  if (!command.needsDatabase) return command.prepare(args)(inTerminal(terminal))
  const run = command.prepare(args)
  const context = inTerminal(terminal)
  const { databaseUrl, dataDir } = context.config
  if (!databaseUrl) {
    if (dataDir === 'memory') throw new UserError('DATA_DIR: memory is kept by the running service alone')
    const answered = await askRunningService(dataDir, argv, context)
    if (answered !== undefined) return answered
  }
  const rooms = await terminal.open(context.config, createLog('error', process.stderr), command)
  try {
    return await run({ ...context, rooms })
  } finally {
    await rooms.close()
  }
}

function inTerminal({ environment, open: _, ...terminal }: Terminal): CommandContext {
  return { ...terminal, config: readConfig(environment()) }
}

function group(word: string | undefined): string | undefined {
  return commands.some(({ name }) => name.startsWith(`${word} `)) ? word : undefined
}

const typed = 'npm run -s motif --'

/** The text of `--help`: all commands, or those of one group with their arguments. */
function helpText(commands: readonly CommandBase[], group?: string): string {
  const shown = commands.filter(({ name }) => !group || name.split(' ')[0] === group)
  const rows = shown.map(({ name, usage, summary }) => [group ? `${name} ${usage}` : name, summary] as const)
  return `usage: npm run motif -- COMMAND\n\n${indented(rows)}\n\nCOMMAND --help says more of one.\n`
}

/** The text of `COMMAND --help`: what its options mean, examples, how it ends. */
function commandHelp({ name, usage, summary, help }: CommandBase): string {
  const { options = {}, examples, notes = [] } = help
  const parts = [
    `usage: ${typed} ${`${name} ${usage}`.trim()}`,
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    indented(Object.entries(options)),
    `For example:\n${examples.map((example) => `  ${typed} ${example}`).join('\n')}`,
    notes.join('\n'),
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function indented(rows: readonly (readonly string[])[]): string {
  return inColumns(rows)
    .map((line) => `  ${line}`)
    .join('\n')
}
