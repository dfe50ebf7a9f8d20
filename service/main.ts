import { createApp } from './app.ts'
import { serveCommands } from './commands/control.ts'
import { commands } from './commands/index.ts'
import { readConfig, readDotEnv } from './config.ts'
import { UserError } from './errors.ts'
import { watchTemplates } from './generation/templates.ts'
import { jobHandlers } from './jobs/handlers.ts'
import { ensureTokens, openService, type Service, startWork } from './service.ts'

/** Starts the service as the environment says. The first line `listening on http://…` says where. */
async function start(): Promise<Service> {
  const service = await openService(readConfig(process.env))
  await ensureTokens(service)
  const app = await createApp(service)
  service.onStop(() => app.close())
  const { host, port } = service.config
  const address = await app.listen({ host, port })
  if (!service.publicUrl) service.publicUrl = address
  watchTemplates(service)
  startWork(service, jobHandlers(service))
  await serveCommands(service, commands)
  process.stdout.write(`listening on ${address}\n`)
  return service
}

function stopOnSignal(service: Service): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await service.stop()
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
