import { signal } from '@preact/signals'

const retryMs = 2000

/** Whether the service answers. */
export const isReached = signal(true)

const returns = signal(0)

/** Calls `listener` whenever the service can be reached again: then failed requests should be repeated. */
export function onReturn(listener: () => void): () => void {
  const before = returns.peek()
  return returns.subscribe((count) => count > before && listener())
}

/** Tells the listeners that failed requests can be repeated. */
export function noteReturn(): void {
  returns.value += 1
}

/** Notes that a request got an answer. */
export function reportReached(): void {
  if (isReached.value) return
  isReached.value = true
  noteReturn()
}

/** Notes that the service did not answer. From now on it is polled every two seconds until it does. */
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
