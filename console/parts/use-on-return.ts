import { useEffect } from 'preact/hooks'

/** Calls `look` when the person comes back to the console's tab or window from another one. */
export function useOnReturn(look: () => void): void {
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    document.addEventListener('visibilitychange', () => document.hidden || look(), { signal })
    window.addEventListener('focus', look, { signal })
    return () => ended.abort()
  }, [look])
}
