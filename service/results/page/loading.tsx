/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { Failure } from './api.ts'

/** What is known of an answer that was asked for. */
type Answer<T> = { state: 'loading' } | { state: 'failed'; failure: Failure } | { state: 'there'; value: T }

export type Loaded<T> = Answer<T> & { retry: () => void }

/** Asks when shown, when `ask` changes (make it with `useCallback`) and on `retry`; a late answer is let go. */
export function useLoaded<T>(ask: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [answer, setAnswer] = useState<Answer<T>>({ state: 'loading' })
  const start = useCallback(() => {
    const aborted = new AbortController()
    const settle = (settled: Answer<T>) => aborted.signal.aborted || setAnswer(settled)
    setAnswer((before) => (before.state === 'there' ? before : { state: 'loading' }))
    ask(aborted.signal).then(
      (value) => settle({ state: 'there', value }),
      (error) => settle({ state: 'failed', failure: toFailure(error) }),
    )
    return () => aborted.abort()
  }, [ask])
  useEffect(start, [start])
  return { ...answer, retry: start }
}

/** Shows an answer, or in its place that it is on its way, or what went wrong and a way on. */
export function Awaited<T>({
  loaded,
  children,
}: {
  loaded: Loaded<T>
  children: (value: T) => ComponentChildren
}) {
  if (loaded.state === 'there') return <>{children(loaded.value)}</>
  if (loaded.state === 'loading') {
    return (
      <div class="loading" role="status">
        <span class="visually-hidden">Loading</span>
        <i />
        <i />
        <i />
      </div>
    )
  }
  return (
    <div class="notice failed" role="alert">
      <h2>{loaded.failure.status === 404 ? 'Not found' : 'This could not be loaded'}</h2>
      <p>{loaded.failure.message}</p>
      <button type="button" onClick={loaded.retry}>
        Try again
      </button>
    </div>
  )
}

function toFailure(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure(0, 'The answer could not be read.')
}
