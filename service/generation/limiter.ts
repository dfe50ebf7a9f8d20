/** Runs a piece of work once there is room for it. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>

/** A limiter that has at most `most` pieces under way, in the order in which they came. */
export function createLimiter(most: number): Limiter {
  const waiting: (() => void)[] = []
  let underWay = 0
  const enter = () => {
    if (underWay < most) underWay++
    else return new Promise<void>((resolve) => waiting.push(resolve))
  }
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else underWay--
  }
  return async (work) => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
