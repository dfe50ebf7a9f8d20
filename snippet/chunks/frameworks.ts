import type { Framework } from '../apply/framework-gate.ts'
import { isHydrating, seeFrameworks } from '../apply/hydrating.ts'
import { putNodes } from '../apply/put-nodes.ts'
import { renewRewritten } from '../apply/rewritten.ts'

/** The chunk that knows what frameworks do in a page. It looks for them once in a task, however many elements it is asked about. */
export const createFramework = (): Framework => {
  let seen: { frameworks: ReturnType<typeof seeFrameworks> } | undefined
  const look = () => {
    setTimeout(() => {
      seen = undefined
    })
    return { frameworks: seeFrameworks() }
  }
  return {
    putNodes(hold, isTaken) {
      renewRewritten(hold, isTaken)
      putNodes(hold)
    },
    isHydrating(element) {
      seen ??= look()
      return isHydrating(element, seen.frameworks)
    },
  }
}
