import { readConfig, readDotEnv } from './config.ts'
import { UserError } from './model/errors.ts'
import { createMotif, type Motif } from './motif.ts'

/** Starts the service as the environment says. The first line `listening on http://…` says where. */
async function start(): Promise<Motif> {
  const motif = await createMotif(readConfig(process.env))
  const { firstToken, revoked } = motif.tokens
  if (firstToken)
    process.stdout.write(`token of organization default, user default, shown once: ${firstToken}\n`)
  if (revoked.length > 0)
    process.stdout.write(`MOTIF_TOKENS: revoked, and stays revoked: ${revoked.join(', ')}\n`)
  const address = await motif.listen()
  await motif.work()
  process.stdout.write(`listening on ${address}\n`)
  return motif
}

const longestStopMs = 29_000

function stopOnSignal(motif: Motif): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    // Whatever hangs: a supervisor would kill the process a second later.
    setTimeout(() => process.exit(1), longestStopMs)
    await motif.stop()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

try {
  readDotEnv()
  stopOnSignal(await start())
} catch (error) {
  const known = error instanceof UserError || (error as NodeJS.ErrnoException).syscall === 'listen'
  process.stderr.write(`${known ? (error as Error).message : ((error as Error).stack ?? error)}\n`)
  process.exit(1)
}
