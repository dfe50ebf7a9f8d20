import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { UserError } from './errors.ts'
import { jobHandlers } from './jobs/handlers.ts'
import { openService, type Service, startWork } from './service.ts'

/** Starts the service as the environment says. The first line `listening on http://…` says where. */
async function start(): Promise<Service> {
  const service = await openService(readConfig(process.env))
  const app = await createApp(service)
  service.onStop(() => app.close())
  const { host, port } = service.config
  const address = await app.listen({ host, port })
  if (!service.publicUrl) service.publicUrl = address
  startWork(service, jobHandlers(service))
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

function readDotEnv(): void {
  try {
    process.loadEnvFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

try {
  readDotEnv()
  stopOnSignal(await start())
} catch (error) {
  const known = error instanceof UserError || (error as NodeJS.ErrnoException).syscall === 'listen'
  process.stderr.write(`${known ? (error as Error).message : ((error as Error).stack ?? error)}\n`)
  process.exit(1)
}
