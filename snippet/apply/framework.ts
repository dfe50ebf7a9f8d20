import type { Chunks } from '../chunks.ts'
import { quietly } from '../life.ts'
import { query } from '../select.ts'
import { type Hold, put } from './hold.ts'
import type { Tools } from './kinds.ts'
import { parentOf } from './walk.ts'

/** How a framework treats an element. */
export interface Framework {
  /** Whether it will still compare the server's markup of the element with its own. */
  isHydrating(element: Element): boolean
  /** Makes nodes of Motif's the content of an element. */
  putNodes(hold: Hold, isTaken: Tools['isTaken']): void
}

/** On a plain page there is none, and nothing waits for one. */
const none: Framework = {
  isHydrating: () => false,
  putNodes: (hold) => put(hold, hold.element, 'children', hold.inserted ?? []),
}

/** Where frameworks put what a server rendered, and what waits for one. Exact names: `whatsapp` is nobody's. */
const containers =
  '#root,#app,#svelte,#__next,#__nuxt,#___gatsby,[data-server-rendered],[data-reactroot],[data-hydrate],astro-island,[hidden][id*="S:"]'

/** What Next, Remix, React Router and Svelte leave in the page: all of it is theirs. */
const isEverywhere = () =>
  ['__next_f', '__remixContext', '__reactRouterContext', '__svelte'].some((name) => name in window)

/** Whether the page has a sign of a framework: then what knows them is best asked for beside the record. */
export const isFrameworkLikely = (): boolean => isEverywhere() || !!query(containers)[0]

/** Frameworks mark the nodes that they keep account of, or nodes above. */
const isMarked = (node: Node | null): boolean =>
  !!node && (Object.keys(node).some((key) => /^[_$]/.test(key)) || isMarked(parentOf(node)))

/**
 * Finds out what knows a framework that could be at work on an element. It is a file of its own, asked for as soon as
 * there is any sign of one; where it does not come the page is taken for a plain one.
 *
 * @param arrived told when the file is there
 */
export const findFrameworks = (load: Chunks['frameworks'], arrived: () => void): Tools['frameworkOf'] => {
  let isAsked = false
  let framework: Framework | undefined
  const ask = async () => {
    if (isAsked) return
    isAsked = true
    const chunk = await load().catch(() => undefined)
    framework = chunk?.createFramework() ?? none
    quietly(arrived)
  }
  if (isFrameworkLikely()) ask()
  return (element) => {
    if (!isEverywhere() && !element.closest(containers) && !isMarked(element)) return none
    ask()
    return framework
  }
}
