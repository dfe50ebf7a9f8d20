import { quietly } from './life.ts'

/** A background tab has no frames: this long stands in for one. */
const frameAtMostMs = 200

/** A timer that is later than this is taken for lost: some pages clear all timers that they can find. */
const lostMs = 1000

/** Everything that waits in a page. However much that is, it has at most one timer and one frame. */
export interface Scheduler {
  /** Runs something after so many milliseconds, unless the signal has aborted. The same function twice runs once, at the earlier time. */
  after(ms: number, run: () => void, signal?: AbortSignal): void
  /** Runs something before the next paint, or within 200 ms in a tab that does not paint. The same function twice runs once. */
  beforePaint(run: () => void, signal?: AbortSignal): void
  /** Forgets a function that waits. */
  forget(run: () => void): void
}

/** Something that waits, and when it has to run. */
interface Plan {
  run(): void
  /** By `performance.now()`. */
  at: number
  isBeforePaint: boolean
  signal: AbortSignal | undefined
}

/**
 * Creates the scheduler of a page. It asks for a frame only if something has to run before the next paint: what only waits
 * waits for the timer, which is set for the first of all. It goes without list methods and maps, because a page may have
 * replaced them, and it must not throw into the page.
 */
export const createScheduler = (): Scheduler => {
  let plans: Plan[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let timerAt = Number.POSITIVE_INFINITY
  let frame: number | undefined

  /** Takes what is due out of the plans and runs it. Whatever that plans runs the next time. */
  const runDue = (isDue: (plan: Plan) => boolean) => {
    const due: Plan[] = []
    const later: Plan[] = []
    for (const plan of plans) {
      const list = isDue(plan) ? due : later
      list[list.length] = plan
    }
    plans = later
    for (const { run, isBeforePaint, signal } of due) {
      if (isBeforePaint && frame !== undefined) {
        cancelAnimationFrame(frame)
        frame = undefined
      }
      if (!signal?.aborted) quietly(run)
    }
    setTimer()
  }

  const wake = () => {
    timerAt = Number.POSITIVE_INFINITY
    // A timer may be early by a fraction.
    const now = performance.now() + 1
    runDue(({ at }) => at <= now)
  }

  const paint = () => {
    frame = undefined
    runDue(({ isBeforePaint }) => isBeforePaint)
  }

  /** A timer that is too early stays: waking once too often costs less than a timer for each change of plans. */
  const setTimer = () => {
    let at = Number.POSITIVE_INFINITY
    for (const plan of plans) if (!plan.signal?.aborted && plan.at < at) at = plan.at
    const now = performance.now()
    if (at >= timerAt && now < timerAt + lostMs) return
    clearTimeout(timer)
    timerAt = at
    timer =
      at < Number.POSITIVE_INFINITY ? setTimeout(() => quietly(wake), at > now ? at - now : 0) : undefined
  }

  const forget = (run: () => void) => {
    const kept: Plan[] = []
    for (const plan of plans) if (plan.run !== run && !plan.signal?.aborted) kept[kept.length] = plan
    plans = kept
  }

  const plan = (run: () => void, ms: number, isBeforePaint: boolean, signal: AbortSignal | undefined) => {
    const at = performance.now() + ms
    for (const former of plans)
      if (former.run === run && former.at <= at && !former.signal?.aborted) return setTimer()
    forget(run)
    plans[plans.length] = { run, at, isBeforePaint, signal }
    setTimer()
  }

  return {
    after: (ms, run, signal) => plan(run, ms, false, signal),
    beforePaint(run, signal) {
      frame ??= requestAnimationFrame(() => quietly(paint))
      plan(run, frameAtMostMs, true, signal)
    },
    forget,
  }
}
