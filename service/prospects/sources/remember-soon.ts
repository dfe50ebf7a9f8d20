const longestMs = 5 * 60_000
const mostRemembered = 500
/** A failure after this time means that the host hangs. */
const slowMs = 5000
const slowFailureMs = 30_000

/**
 * Caches the answers of a function by key, for five minutes: of a thousand prospects of one company, the first one
 * fetches the home page. A failure is shared by those who wait for it, and then forgotten; a slow one is cached for
 * half a minute, so that a host that hangs does not delay them one after the other.
 */
export function rememberSoon<T>(
  find: (key: string) => Promise<T>,
  now: () => number = Date.now,
): (key: string) => Promise<T> {
  const remembered = new Map<string, { answer: Promise<T>; until: number }>()
  return (key) => {
    const known = remembered.get(key)
    if (known && now() < known.until) return known.answer
    const began = now()
    const answer = find(key)
    // The first key is the oldest.
    if (remembered.size >= mostRemembered) remembered.delete(remembered.keys().next().value ?? '')
    remembered.delete(key)
    remembered.set(key, { answer, until: now() + longestMs })
    answer.catch(() => {
      if (remembered.get(key)?.answer !== answer) return
      if (now() - began < slowMs) remembered.delete(key)
      else remembered.set(key, { answer, until: now() + slowFailureMs })
    })
    return answer
  }
}
