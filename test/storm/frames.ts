/** Waits for so many frames of the storm's tab. */
export async function frames(count: number) {
  for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame)
}

/**
 * Waits until something is true of a page; answers whether it came true in time. The time is told by the page's own timers:
 * where many pages share a busy thread, all its time may go into their frames, and timers come many seconds late.
 */
export async function whenTrue(
  page: Pick<Window, 'setTimeout'>,
  isTrue: () => unknown,
  withinMs: number,
): Promise<boolean> {
  for (let passedMs = 0; !isTrue(); passedMs += lookMs) {
    if (passedMs > withinMs) return false
    await new Promise((resolve) => page.setTimeout(resolve, lookMs))
  }
  return true
}

const lookMs = 20
