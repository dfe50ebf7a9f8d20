import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Logger } from 'pino'
import { createLog } from './base/log.ts'
import { version } from './base/project-folder.ts'
import { UserError } from './base/words/errors.ts'
import { type Config, readConfig, readDotEnv } from './config.ts'
import { settingsForLog, settingsHelp } from './describe-settings.ts'
import { createMotif, type Motif } from './motif.ts'

/** Starts the service with the settings from the environment. The line `listening on http://…` names its address. */
async function start(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  await assertFree(config)
  const motif = await createMotif(config, log)
  const { firstToken, revoked } = motif.tokens
  if (firstToken)
    process.stdout.write(`token of organization default, user default, shown once: ${firstToken}\n`)
  if (revoked.length > 0)
    process.stdout.write(`MOTIF_TOKENS: revoked, and stays revoked: ${revoked.join(', ')}\n`)
  const address = await motif.listen()
  await motif.work()
  if (firstToken) process.stdout.write(`sign in, once, within 24 hours: ${await motif.createFirstLink()}\n`)
  stopOnSignal(motif, log)
  // The last of these lines: a program that waits for it may stop reading here.
  process.stdout.write(`listening on ${address}\n`)
  log.info({ version, node: process.versions.node, address, settings: settingsForLog(config.env) }, 'started')
}

/** Throws where another program has the port: before the first token is made, which is shown once. */
async function assertFree({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

const longestStopMs = 29_000

function stopOnSignal(motif: Motif, log: Logger): void {
  let stopping = false
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    // Ends the process even if something hangs, a second before a supervisor would kill it.
    setTimeout(() => process.exit(1), longestStopMs)
    await motif.stop()
    log.info({ version, signal, seconds: Math.round(process.uptime()) }, 'ended')
    // The log writes in batches: this line has to be written before the process exits.
    log.flush(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

try {
  if (process.argv.includes('--help')) process.stdout.write(settingsHelp())
  else {
    readDotEnv()
    await start()
  }
} catch (error) {
  process.stderr.write(`${toLine(error as NodeJS.ErrnoException)}\n`)
  process.exit(1)
}

/** One line for a failure that the operator can fix, otherwise the stack. */
function toLine(error: NodeJS.ErrnoException): string {
  if (error instanceof UserError) return error.message
  if (error.code === 'EADDRINUSE')
    return `HOST, PORT: ${error.message}. End what uses it, or set another PORT.`
  if (error.syscall === 'listen' || error.syscall === 'getaddrinfo') return `HOST, PORT: ${error.message}`
  return error.stack ?? String(error)
}
