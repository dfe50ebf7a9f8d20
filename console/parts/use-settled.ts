import { useEffect, useState } from 'preact/hooks'

/** A value, once it has not changed for `pauseMs`. For text that somebody is typing. */
export function useSettled<T>(value: T, pauseMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
