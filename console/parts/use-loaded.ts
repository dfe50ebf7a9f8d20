import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import { Failure, isAway } from '../api/client.ts'
import { onReturn } from '../api/connection.ts'

/** The state of a request. */
type Answer<T> =
  | { state: 'loading' }
  | { state: 'failed'; failure: Failure }
  | { state: 'there'; value: T; ask: unknown; trouble?: Failure }

/**
 * The state of a request. `reload` repeats it; until the new answer comes, the old one stays. It stays as well if the service fails
 * to answer again: then `trouble` says why.
 */
export type Loaded<T> = Answer<T> & {
  reload: () => void
  /** Whether it is being read. */
  isStale: boolean
  /** Whether it is the answer to what was asked before, such as another search. */
  isEarlier: boolean
}

/**
 * Sends a request when the component is shown, when what it is `about` or the `version` of that changes, on `reload`, and when the
 * service can be reached again. A late answer to an earlier request is ignored.
 */
export function useLoaded<T>(
  request: (signal: AbortSignal) => Promise<T>,
  about: readonly unknown[] = [],
  version?: unknown,
): Loaded<T> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `about` names them
  const ask = useCallback(request, about)
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
  const isEarlier = answer.state === 'there' && answer.ask !== ask
  return { ...answer, reload, isStale, isEarlier }
}

/**
 * Keeps the old answer where the service, or the way to it, has failed: input that is shown with it would be lost. What passes by
 * itself is told elsewhere.
 */
function afterFailure<T>(before: Answer<T>, failure: Failure, ask: unknown): Answer<T> {
  const { status } = failure
  if (before.state !== 'there' || before.ask !== ask) return { state: 'failed', failure }
  if ([0, 401, 429].includes(status) || isAway(status)) return before
  return status >= 500 ? { ...before, trouble: failure } : { state: 'failed', failure }
}

/** Any error as a Failure. */
export function toFailure(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure(0, 'The answer could not be read.')
}
