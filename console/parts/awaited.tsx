import type { ComponentChildren } from 'preact'
import type { Failure } from '../api/client.ts'
import type { Loaded } from './use-loaded.ts'

interface AwaitedProps<T> {
  loaded: Loaded<T>
  children: (value: T) => ComponentChildren
}

/** Shows an answer, or in its place that it is on its way, or what went wrong and a way on. */
export function Awaited<T>({ loaded, children }: AwaitedProps<T>) {
  if (loaded.state === 'there') return <>{children(loaded.value)}</>
  if (loaded.state === 'failed') return <Failed failure={loaded.failure} onTryAgain={loaded.reload} />
  return <Loading />
}

/** Stands where something is on its way. */
export function Loading() {
  return (
    <div class="loading" role="status">
      <span class="visually-hidden">Loading</span>
      <i />
      <i />
      <i />
    </div>
  )
}

interface FailedProps {
  failure: Failure
  onTryAgain?: () => void
}

/** What went wrong, and a way on. What the service refuses as it is would be refused again. */
export function Failed({ failure, onTryAgain }: FailedProps) {
  return (
    <div class="notice bad" role="alert">
      <p>
        {failure.status === 404 && <strong>Not found. </strong>}
        {failure.message}
      </p>
      {onTryAgain && failure.status !== 400 && (
        <button type="button" onClick={onTryAgain}>
          Try again
        </button>
      )}
    </div>
  )
}
