/**
 * Begins to count the milliseconds that this thread works: on a busy machine nothing is lost because others had the
 * processor. Before Node.js 23.9 only the clock can tell.
 */
export function threadClock(): () => number {
  const began = threadMs()
  return () => threadMs() - began
}

function threadMs(): number {
  if (!process.threadCpuUsage) return performance.now()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
