import type { Framework } from '../apply/framework.ts'
import { isHydrating, seeFrameworks } from '../apply/frameworks.ts'
import { putNodes } from '../apply/owned.ts'

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
    putNodes,
    isHydrating(element) {
      seen ??= look()
      return isHydrating(element, seen.frameworks)
    },
  }
}
