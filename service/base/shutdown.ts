import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'

/** One step of the shutdown. */
export interface Phase {
  name: string
  /** How long it may take. Then its signal aborts, and it gives up what is unfinished. */
  limitMs: number
  run(signal: AbortSignal): Promise<void> | void
}

type End = Phase['run']

/** What the rooms do at shutdown. */
interface Endings {
  http: Record<'endReadiness' | 'refuse' | 'letProxiesGo' | 'finish', End>
  control: Record<'refuse', End>
  live: Record<'finish', End>
  jobs: Record<'finish', End>
  maintenance: Record<'finish', End>
  store: Record<'close', End>
}

/** The order in which the service shuts down: within 30 s, even if every phase takes as long as it may. */
export function shutdownPhases(rooms: Endings): Phase[] {
  const { http, control, live, jobs, maintenance, store } = rooms
  return [
    { name: 'not ready', limitMs: 100, run: http.endReadiness },
    { name: 'refuse connections', limitMs: 400, run: http.refuse },
    { name: 'refuse commands', limitMs: 400, run: control.refuse },
    { name: 'end live streams', limitMs: 400, run: live.finish },
    // A second longer than deploy/nginx/motif.conf keeps an idle connection.
    { name: 'let proxies go', limitMs: 3000, run: http.letProxiesGo },
    { name: 'finish requests', limitMs: 8000, run: http.finish },
    { name: 'finish jobs', limitMs: 7000, run: jobs.finish },
    { name: 'finish maintenance', limitMs: 1000, run: maintenance.finish },
    { name: 'close the database', limitMs: 3000, run: store.close },
  ]
}

/** The time that a phase has to react to its signal. */
export const graceMs = 400

/**
 * Runs the phases one after the other, each no longer than its limit. A phase that fails or hangs is logged and does
 * not stop the later ones. Resolves within the sum of the limits and `graceMs` for each phase.
 */
export async function runPhases(log: Pick<Logger, 'error'>, phases: readonly Phase[]): Promise<void> {
  for (const phase of phases) {
    await runPhase(phase).catch((error) =>
      log.error({ err: error, phase: phase.name }, 'a shutdown phase failed'),
    )
  }
}

async function runPhase({ limitMs, run }: Phase): Promise<void> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), limitMs)
  const ended = new AbortController()
  try {
    await Promise.race([run(limit.signal), failAfter(limitMs + graceMs, ended.signal)])
  } finally {
    clearTimeout(timer)
    ended.abort()
  }
}

async function failAfter(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal })
  throw new Error('it took longer than its limit')
}
