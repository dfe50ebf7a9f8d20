import { useEffect } from 'preact/hooks'
import type { Loaded } from './use-loaded.ts'

/**
 * Reads again while the page is visible. The pause begins with the last answer, so that no request is cancelled by the next one.
 *
 * @param everyMs length of the pause; if undefined, nothing is read again
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
