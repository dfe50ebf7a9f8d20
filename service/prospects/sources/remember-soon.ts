const longestMs = 5 * 60_000
const mostRemembered = 500
/** A failure that took so long is a host that hangs. */
const slowMs = 5000
const slowFailureMs = 30_000

/**
 * The same function, which is called once for a key and gives everybody who asks within five minutes that answer: of a
 * thousand prospects of one company, its home page is fetched for the first. A failure is shared by those who wait for
 * it, and forgotten; one that took long is remembered for half a minute, so that a host that hangs does not keep all of
 * them waiting one after the other.
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
    // The oldest is the first that was put in.
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
