import { useRef, useState } from 'preact/hooks'
import type { Failure } from '../api/client.ts'
import { toFailure } from './use-loaded.ts'

/** Something that a person does: see `useAction`. */
export interface Action<Given extends unknown[]> {
  run: (...given: Given) => void
  /** Runs the failed work again, with the same arguments. */
  tryAgain: () => void
  isRunning: boolean
  failure: Failure | undefined
}

/**
 * Runs `work` only once at a time: a double click does it once. `key` stays the same when the same is done again after a failure,
 * by whichever button, so that the service also does it once.
 */
export function useAction<Given extends unknown[]>(
  work: (key: string, ...given: Given) => Promise<void>,
): Action<Given> {
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const underWay = useRef(false)
  const last = useRef<{ key: string; given: Given; hasFailed: boolean }>(undefined)

  async function start(key: string, given: Given) {
    if (underWay.current) return
    underWay.current = true
    last.current = { key, given, hasFailed: false }
    setRunning(true)
    setFailure(undefined)
    try {
      await work(key, ...given)
    } catch (error) {
      last.current.hasFailed = true
      setFailure(toFailure(error))
    }
    underWay.current = false
    setRunning(false)
  }

  return {
    run: (...given) => {
      const failed = last.current?.hasFailed && isSame(last.current.given, given) ? last.current : undefined
      start(failed?.key ?? crypto.randomUUID(), given)
    },
    tryAgain: () => last.current && start(last.current.key, last.current.given),
    isRunning,
    failure,
  }
}

function isSame(one: unknown[], other: unknown[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
