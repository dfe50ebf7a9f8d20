import type { Logger } from 'pino'
import { createSignInLink } from './access/sessions.ts'
import { ensureTokens } from './access/tokens.ts'
import type { CommandBase } from './base/commands/command.ts'
import { runPhases } from './base/shutdown.ts'
import { explainOpening, openStore } from './base/store.ts'
import { type CommandRooms, commands } from './commands.ts'
import { type Config, configuredUrl } from './config.ts'
import { createControl } from './control.ts'
import { openEventDays } from './events/event-days-sql.ts'
import { createHttp } from './http.ts'
import { openSources } from './prospects/sources/sources.ts'
import { createRooms } from './rooms.ts'

/** The whole service. */
export type Motif = Awaited<ReturnType<typeof createMotif>>

const firstLinkSeconds = 24 * 60 * 60

/** Opens the database and creates the rooms. The service does not listen or work on jobs yet. */
export async function createMotif(config: Config, log: Logger) {
  const enriching = openSources(config)
  const store = await openStore(config)
  let address = ''
  const publicUrl = () => config.publicUrl ?? address
  const rooms = createRooms({ config, log, store, enriching, publicUrl, checksPages: config.checkPages })
  const { db, jobs, events, maintenance } = rooms
  try {
    await openEventDays(db)
    const http = await createHttp(rooms)
    const control = createControl({
      config,
      commands,
      rooms: { ...rooms, store: { ...store, ...store.longRunning }, isWorking: true },
    })
    // Last: the first token is shown once, and not if anything above fails.
    const tokens = await ensureTokens(db, config.tokens)
    return {
      tokens,
      store,
      events,
      maintenance,
      /** Resolves to the address on which it listens. */
      async listen(): Promise<string> {
        address = await http.listen({ host: config.host, port: config.port })
        return address
      },
      /** Creates a link that signs into the console once, for the organization `default`. Call it after `listen`. */
      async createFirstLink() {
        const owner = { organization: 'default', user: 'default', role: 'admin' } as const
        const { secret } = await createSignInLink(db, owner, firstLinkSeconds)
        return `${publicUrl()}/console/sign-in?link=${secret}`
      },
      /** Starts what runs beside requests: jobs, maintenance, commands. */
      async work() {
        const { watch, report, deliver } = rooms
        const { generate, regenerate, write } = rooms.content
        const { enrich, profile } = rooms.prospects
        maintenance.start()
        rooms.tallies.start()
        const campaign = rooms.campaigns.work
        const { contacts, segment } = rooms.connections
        jobs.start({
          ...{ enrich, profile, generate, regenerate, write, campaign, watch, report, deliver },
          ...{ contacts, segment },
        })
        await control.listen()
      },
      /** Shuts down in phases, within 30 s, whatever fails or hangs. */
      stop: () =>
        runPhases(log, [
          { name: 'refuse commands', limitMs: 400, run: control.refuse },
          {
            name: 'finish requests',
            limitMs: 10_000,
            // New connections are refused, idle ones closed, and every request answered; the others end with the signal.
            async run(signal) {
              signal.addEventListener('abort', () => http.server.closeAllConnections(), { once: true })
              await Promise.all([http.close(), rooms.live.finish()])
            },
          },
          { name: 'finish jobs', limitMs: 8000, run: jobs.finish },
          {
            name: 'finish maintenance',
            limitMs: 1000,
            run: async () => void (await Promise.all([maintenance.finish(), rooms.tallies.finish()])),
          },
          { name: 'close the database', limitMs: 3000, run: store.close },
        ]),
    }
  } catch (error) {
    await store.close()
    throw await explainOpening(error, config)
  }
}

/** Opens the rooms for a command, where no running service can run it. */
export async function openRooms(
  config: Config,
  log: Logger,
  { older = 'refuse', makesDatabase }: Pick<CommandBase, 'older' | 'makesDatabase'> = {},
): Promise<CommandRooms & { close(): Promise<void> }> {
  const enriching = openSources(config)
  const store = await openStore(config, older, makesDatabase === true)
  const rooms = createRooms({
    config,
    log,
    store: { ...store, ...store.longRunning },
    enriching,
    publicUrl: () => configuredUrl(config),
    // Where it is not said what tags have as their host, every tag would be taken for another service's.
    checksPages: config.checkPages && config.publicUrl !== undefined,
  })
  return {
    ...rooms,
    isWorking: store.kind === 'postgres',
    close: () => rooms.maintenance.finish().finally(store.close),
  }
}
