import type { Command, CommandContext } from './commands/command.ts'
import { askRunningService } from './commands/control.ts'
import { commands } from './commands/index.ts'
import { findCommand, helpText, toExitCode } from './commands/run.ts'
import { type Config, readConfig, readDotEnv } from './config.ts'
import { UserError } from './errors.ts'
import { createLog } from './log.ts'
import { openService } from './service.ts'

/** `npm run motif -- COMMAND`. Exit code 0 is done, 1 failed, 2 a wrong call. */
async function main(argv: string[]): Promise<number> {
  const found = findCommand(commands, argv)
  if (argv.includes('--help') || argv.includes('-h') || argv.length === 0 || argv[0] === 'help') {
    process.stdout.write(helpText(found ? [found.command] : commands, found ? undefined : group(argv[0])))
    return argv.length === 0 ? 2 : 0
  }
  if (!found) {
    process.stderr.write(`unknown command: ${argv.join(' ')}\n${helpText(commands, group(argv[0]))}`)
    return 2
  }
  return toExitCode(found.command, toStderr, () => runHere(found.command, found.args, argv))
}

async function runHere(command: Command, args: string[], argv: string[]): Promise<number> {
  readDotEnv()
  const config = readConfig(process.env)
  const context = terminalContext(config)
  if (!command.needsDatabase) return command.run(context, args)
  if (!config.databaseUrl) {
    if (config.dataDir === 'memory')
      throw new UserError('DATA_DIR: memory is kept by the running service alone')
    const answered = await askRunningService(config.dataDir, argv, context)
    if (answered !== undefined) return answered
  }
  const service = await openService(config, createLog('error', process.stderr))
  try {
    return await command.run({ ...context, service }, args)
  } finally {
    await service.stop()
  }
}

function terminalContext(config: Config): CommandContext {
  const aborted = new AbortController()
  process.once('SIGINT', () => aborted.abort())
  process.once('SIGTERM', () => aborted.abort())
  return {
    config,
    cwd: process.cwd(),
    isTerminal: process.stdout.isTTY === true,
    signal: aborted.signal,
    out: (text) => void process.stdout.write(text),
    err: toStderr,
  }
}

function toStderr(text: string): void {
  process.stderr.write(text)
}

function group(word: string | undefined): string | undefined {
  return commands.some(({ name }) => name.startsWith(`${word} `)) ? word : undefined
}

process.exitCode = await main(process.argv.slice(2)).catch((error) => {
  toStderr(`${error instanceof Error ? error.message : String(error)}\n`)
  return 1
})
