import { setTimeout as wait } from 'node:timers/promises'

/** Pauses for who asks again and again, each a fifth longer than the one before: from 25 ms to half a second. */
export function pauses(): () => Promise<void> {
  let ms = 25
  return async () => {
    await wait(ms)
    ms = Math.min(ms * 1.2, 500)
  }
}
