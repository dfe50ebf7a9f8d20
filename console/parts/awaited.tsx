import type { ComponentChildren } from 'preact'
import type { Failure } from '../api/client.ts'
import type { Loaded } from './use-loaded.ts'

interface AwaitedProps<T> {
  loaded: Loaded<T>
  children: (value: T) => ComponentChildren
}

/**
 * Shows an answer. Until it comes, says so; if it fails, says why and what to do. If it could not be read again, it is shown as it
 * was, with why.
 */
export function Awaited<T>({ loaded, children }: AwaitedProps<T>) {
  if (loaded.state === 'there')
    return (
      <>
        {loaded.trouble && <Outdated failure={loaded.trouble} onTryAgain={loaded.reload} />}
        {children(loaded.value)}
      </>
    )
  if (loaded.state === 'failed') return <Failed failure={loaded.failure} onTryAgain={loaded.reload} />
  return <Loading />
}

/** The placeholder for something that is loading. */
export function Loading() {
  return (
    <div class="stack loading" role="status">
      <span class="visually-hidden">Loading</span>
      <i />
      <i />
      <i />
    </div>
  )
}

function Outdated({ failure, onTryAgain }: Required<FailedProps>) {
  return (
    <div class="notice odd" role="status">
      <p>This may be out of date, as it could not be read again: {failure.message}</p>
      <button type="button" onClick={onTryAgain}>
        Try again
      </button>
    </div>
  )
}

interface FailedProps {
  failure: Failure
  onTryAgain?: () => void
}

/** Says what went wrong. Offers to try again, unless the service would refuse the same request again. */
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
