import type { Framework } from '../apply/framework-gate.ts'
import { isHydrating, seeFrameworks } from '../apply/hydrating.ts'
import { putNodes } from '../apply/put-nodes.ts'
import { renewRewritten } from '../apply/rewritten.ts'

/** The chunk that knows how frameworks hydrate. It looks for them once in a task, for however many elements. */
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
