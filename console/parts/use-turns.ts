import { useCallback, useRef } from 'preact/hooks'

/** Gives a function that begins tasks in their order, at most `mostAtOnce` at a time. A task does not reject. */
export function useTurns(mostAtOnce: number): (task: () => Promise<unknown>) => void {
  const turns = useRef({ waiting: [] as (() => Promise<unknown>)[], running: 0 })
  return useCallback(
    (task) => {
      const { current } = turns
      const next = () => {
        const first = current.running < mostAtOnce ? current.waiting.shift() : undefined
        if (!first) return
        current.running++
        first().finally(() => {
          current.running--
          next()
        })
      }
      current.waiting.push(task)
      next()
    },
    [mostAtOnce],
  )
}
