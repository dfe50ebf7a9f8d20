import { useEffect } from 'preact/hooks'
import type { Loaded } from './use-loaded.ts'

/**
 * Reads again and again while the page is seen, each time so long after the answer before: a request that takes longer is not broken
 * off by the next one.
 *
 * @param everyMs never if it is undefined
 */
export function useRefresh(
  { reload, isStale }: Pick<Loaded<unknown>, 'reload' | 'isStale'>,
  everyMs: number | undefined,
): void {
  useEffect(() => {
    if (isStale || everyMs === undefined) return
    const timer = setInterval(() => document.hidden || reload(), everyMs)
    return () => clearInterval(timer)
  }, [reload, isStale, everyMs])
}
