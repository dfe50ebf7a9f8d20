import { query } from '../select.ts'
import { isDocumentWide } from './signs.ts'

/** Where frameworks usually put what a server rendered. Exact names: `whatsapp` is nobody's. */
const usual = '#root,#app,#svelte'

/** Where one is sure to come: the name is the framework's own, or the page's word. */
const certain = '#__next,#__nuxt,#___gatsby,[data-hydrate]'

/** What `hydrate`, `mount` and `hydrateRoot` leave on a container: Preact, Vue 2 and 3, React from 16 on. */
const arrived = /__k|_vue|_reactC|_reactR/

/** Between texts, and at boundaries and fragments: only the servers of React, Vue and Svelte write such comments. */
const served = /^( |\$.?|\[)$/

/** After the page's scripts; what was fetched has to run, and may wait for its route. */
const usualPatienceMs = 200

/** The same where a framework is sure to come: it may wait for data, for a part of itself, or for leisure. */
const certainPatienceMs = 5000

/**
 * The containers of this page to which a framework will come, as their names or what a server wrote in them says, or may
 * come, as long as the page's scripts are on their way. A slow picture holds nothing.
 */
export const awaitedContainers = (): Node[] => {
  const containers = isDocumentWide() ? [document] : [...query(`${usual},${certain}`)]
  const unmarked = containers.filter((container) => !hasArrived(container))
  const sinceMs = unmarked[0] ? performance.now() - scriptsEndMs() : 0
  return unmarked.filter(
    (container) => sinceMs < usualPatienceMs || (sinceMs < certainPatienceMs && isCertain(container)),
  )
}

/** Svelte hydrates at once and marks no container; it leaves this when it first does (`init_operations`). */
const hasArrived = (container: Node): boolean =>
  '__e' in Element.prototype || arrived.test(Object.keys(container).join())

const isCertain = (container: Document | Element): boolean => {
  const comments = document.createTreeWalker(container, NodeFilter.SHOW_COMMENT)
  while (comments.nextNode()) if (served.test((comments.currentNode as Comment).data)) return true
  return container === document || (container as Element).matches(certain)
}

/** When all was parsed, and the last script came that can bring a framework: never, as long as one is on its way. */
const scriptsEndMs = (): number => {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const onItsWay = document.readyState === 'complete' ? 0 : Number.POSITIVE_INFINITY
  const parsedMs = page?.domContentLoadedEventEnd || onItsWay
  const scripts = [...document.scripts].filter(isOwn)
  const ends = scripts.map(({ src }) => {
    const [request] = performance.getEntriesByName(src) as PerformanceResourceTiming[]
    return request?.responseEnd ?? onItsWay
  })
  // Where no script can bring one, nothing is waited for once all is parsed.
  return Math.max(scripts[0] ? parsedMs : parsedMs - usualPatienceMs, ...ends)
}

/**
 * A script of the site's own, which this browser runs; those of other sites count visits, unless the page says
 * `crossorigin`, as builds do.
 */
const isOwn = ({ src, crossOrigin, type, noModule }: HTMLScriptElement): boolean =>
  !noModule &&
  /^$|javascript|module/.test(type) &&
  (src.startsWith(location.origin) || !!(src && crossOrigin))
