import { useEffect, useState } from 'preact/hooks'

/** How long typing pauses before what was typed is asked for. */
const pauseMs = 300

/** A value, once it has not changed for a moment. For text that somebody is typing. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
