import { DomainError, UserError } from '../words/errors.ts'
import { type CommandBase, UsageError } from './command.ts'

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
