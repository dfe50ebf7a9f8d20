import { useCallback, useEffect, useState } from 'preact/hooks'
import { Failure } from '../api/client.ts'
import { returns } from '../api/connection.ts'

/** What is known of an answer that was asked for. */
type Answer<T> = { state: 'loading' } | { state: 'failed'; failure: Failure } | { state: 'there'; value: T }

/** `reload` asks again and shows what is there until the new answer has come. */
export type Loaded<T> = Answer<T> & { reload: () => void; isStale: boolean }

/**
 * Asks when shown, when `ask` changes (make it with `useCallback`), on `reload`, and when the service has come back. A
 * late answer to an earlier question is let go.
 */
export function useLoaded<T>(ask: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [answer, setAnswer] = useState<Answer<T>>({ state: 'loading' })
  const [isStale, setStale] = useState(false)
  const [round, setRound] = useState(0)
  const reload = useCallback(() => setRound((before) => before + 1), [])
  const cameBack = returns.value
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` and `cameBack` ask again.
  useEffect(() => {
    const aborted = new AbortController()
    setStale(true)
    const settle = (settled: Answer<T>) => {
      if (aborted.signal.aborted) return
      setStale(false)
      setAnswer(settled)
    }
    ask(aborted.signal).then(
      (value) => settle({ state: 'there', value }),
      (error) => settle({ state: 'failed', failure: toFailure(error) }),
    )
    return () => aborted.abort()
  }, [ask, round, cameBack])
  return { ...answer, reload, isStale }
}

/** Any error as a Failure. */
export function toFailure(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure(0, 'The answer could not be read.')
}
