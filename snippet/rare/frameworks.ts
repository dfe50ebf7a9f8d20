import type { Framework } from '../follow/kind.ts'
import { isHydrating, seeFrameworks } from './frameworks/hydrating.ts'

/** The chunk that knows how frameworks hydrate. It looks for them once for all elements that are asked about in a row. */
export const createFramework = (): Framework => {
  let seen: { frameworks: ReturnType<typeof seeFrameworks> } | undefined
  const forget = async () => {
    await undefined
    seen = undefined
  }
  const look = () => {
    forget()
    return { frameworks: seeFrameworks() }
  }
  return {
    mayRewrite: true,
    isHydrating(element) {
      seen ??= look()
      return isHydrating(element, seen.frameworks)
    },
  }
}
