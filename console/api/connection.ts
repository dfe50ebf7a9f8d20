import { signal } from '@preact/signals'

const retryMs = 2000

/** Whether the service answers. */
export const isReached = signal(true)

/** Counts how often the service has come back: what failed meanwhile is asked for again. */
export const returns = signal(0)

/** Notes that a request got an answer. */
export function reportReached(): void {
  if (isReached.value) return
  isReached.value = true
  returns.value += 1
}

/** Notes that the service did not answer: from now on it is asked every two seconds until it does. */
export function reportUnreached(): void {
  if (!isReached.value) return
  isReached.value = false
  probe()
}

function probe(): void {
  setTimeout(async () => {
    const answer = await fetch('/console/session', { cache: 'no-store' }).catch(() => undefined)
    if (answer && answer.status < 500) reportReached()
    else probe()
  }, retryMs)
}
