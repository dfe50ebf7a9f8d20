import { useCallback, useRef, useState } from 'preact/hooks'
import type { Failure } from '../api/client.ts'
import { toFailure } from './use-loaded.ts'

/** Something that a person does: see `useAction`. */
export interface Action<Given extends unknown[]> {
  run: (...given: Given) => void
  /** Runs the failed work again, with the same arguments. */
  tryAgain: () => void
  isRunning: boolean
  failure: Failure | undefined
  dismiss: () => void
}

/**
 * Runs `work` only once at a time: a double click does it once. `key` stays the same when it is tried again after a failure, so
 * that the service also does it once.
 */
export function useAction<Given extends unknown[]>(
  work: (key: string, ...given: Given) => Promise<void>,
): Action<Given> {
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const underWay = useRef(false)
  const last = useRef<{ key: string; given: Given }>(undefined)

  const start = useCallback(
    async (key: string, given: Given) => {
      if (underWay.current) return
      underWay.current = true
      last.current = { key, given }
      setRunning(true)
      setFailure(undefined)
      try {
        await work(key, ...given)
      } catch (error) {
        setFailure(toFailure(error))
      }
      underWay.current = false
      setRunning(false)
    },
    [work],
  )

  return {
    run: (...given) => start(crypto.randomUUID(), given),
    tryAgain: () => last.current && start(last.current.key, last.current.given),
    isRunning,
    failure,
    dismiss: () => setFailure(undefined),
  }
}
