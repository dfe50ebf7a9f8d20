import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import { Failure } from '../api/client.ts'
import { onReturn } from '../api/connection.ts'

/** What is known of an answer that was asked for. */
type Answer<T> =
  | { state: 'loading' }
  | { state: 'failed'; failure: Failure }
  | { state: 'there'; value: T; ask: unknown }

/** `reload` asks again and shows what is there until the new answer has come, however long the service is away. */
export type Loaded<T> = Answer<T> & { reload: () => void; isStale: boolean }

/**
 * Asks when shown, when `ask` changes (make it with `useCallback`), when `version` does, on `reload`, and when the
 * service has come back. A late answer to an earlier question is let go.
 */
export function useLoaded<T>(ask: (signal: AbortSignal) => Promise<T>, version?: unknown): Loaded<T> {
  const [answer, setAnswer] = useState<Answer<T>>({ state: 'loading' })
  const [isStale, setStale] = useState(false)
  const [round, setRound] = useState(0)
  const reload = useCallback(() => setRound((before) => before + 1), [])
  useEffect(() => onReturn(reload), [reload])
  const question = useMemo(() => ({ ask, version, round }), [ask, version, round])
  useEffect(() => {
    const aborted = new AbortController()
    setStale(true)
    const settle = (next: (before: Answer<T>) => Answer<T>) => {
      if (aborted.signal.aborted) return
      setStale(false)
      setAnswer(next)
    }
    question.ask(aborted.signal).then(
      (value) => settle(() => ({ state: 'there', value, ask: question.ask })),
      (error) => settle((before) => afterFailure(before, toFailure(error), question.ask)),
    )
    return () => aborted.abort()
  }, [question])
  return { ...answer, reload, isStale }
}

/** What is there stays while the service is away: what is typed into it would be lost. */
function afterFailure<T>(before: Answer<T>, failure: Failure, ask: unknown): Answer<T> {
  const isPassing = [0, 401, 429, 503].includes(failure.status)
  return isPassing && before.state === 'there' && before.ask === ask ? before : { state: 'failed', failure }
}

/** Any error as a Failure. */
export function toFailure(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure(0, 'The answer could not be read.')
}
