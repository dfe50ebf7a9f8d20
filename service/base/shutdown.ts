import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'

interface Phase {
  name: string
  /** How long it may take. Then its signal aborts, and it gives up what is unfinished. */
  limitMs: number
  run(signal: AbortSignal): Promise<void> | void
}

const graceMs = 400

/** Runs the phases one after the other, each within its limit. One that fails or hangs is logged. */
export async function runPhases(log: Pick<Logger, 'error'>, phases: readonly Phase[]): Promise<void> {
  for (const { name, limitMs, run } of phases) {
    const late = wait(limitMs + graceMs, undefined, { ref: false }).then(() => {
      throw new Error('it took longer than its limit')
    })
    const done = Promise.resolve(AbortSignal.timeout(limitMs)).then(run)
    await Promise.race([done, late]).catch((error) =>
      log.error({ err: error, phase: name }, 'a shutdown phase failed'),
    )
  }
}
