import { isDocumentWide } from '../../first/signs.ts'
import { query } from '../../select.ts'
import { isVueHere } from './vue.ts'

/** Containers that frameworks usually have. Exact names: `#whatsapp` is not `#app`. */
const usual = '#root,#app,#svelte'

/** Containers into which a framework is sure to come: named by the framework itself, or marked by the page. */
const certain = '#__next,#__nuxt,#___gatsby,[data-hydrate]'

/** What `hydrate`, `mount` and `hydrateRoot` leave on a container: Preact, Vue 2 and 3, React from 16 on. */
const arrived = /__k|_vue|_reactC|_reactR/

/** Comments between texts, and at boundaries and fragments, that only the servers of React, Vue and Svelte write. */
const served = /^( |\$.?|\[)$/

/** How long after the page's scripts have arrived: they still have to run, and may wait for their route. */
const usualPatienceMs = 200

/** The same where a framework is sure to come: it may wait for data, for a chunk, or until the browser is idle. */
const certainPatienceMs = 5000

/**
 * The containers of this page that a framework will still hydrate, by their names or by what a server wrote in them, and
 * those that one may hydrate while the page's scripts are loading. A slow picture delays nothing.
 */
export const awaitedContainers = (): Node[] => {
  const containers = isDocumentWide() ? [document] : [...query(`${usual},${certain}`)]
  const unmarked = containers.filter((container) => !hasArrived(container))
  const sinceMs = unmarked[0] ? performance.now() - scriptsEndMs() : 0
  return unmarked.filter(
    (container) => sinceMs < usualPatienceMs || (sinceMs < certainPatienceMs && isCertain(container)),
  )
}

/** Svelte hydrates at once and marks no container; it adds `__e` when it first does so (`init_operations`). */
const hasArrived = (container: Node): boolean =>
  '__e' in Element.prototype || arrived.test(Object.keys(container).join())

const isCertain = (container: Document | Element): boolean => {
  const comments = document.createTreeWalker(container, NodeFilter.SHOW_COMMENT)
  while (comments.nextNode()) if (served.test((comments.currentNode as Comment).data)) return true
  return container === document || (container as Element).matches(certain) || isVues(container as Element)
}

/**
 * Whether an app of Vue that has been created waits to be mounted in its usual container, for its router for example. One
 * that was mounted without a server's markup has marked its container.
 */
const isVues = ({ id }: Element): boolean =>
  id === 'app' && isVueHere() && !document.querySelector('[data-v-app]')

/** When everything was parsed, and the last script that can bring a framework had arrived; infinity while one is loading. */
const scriptsEndMs = (): number => {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const onItsWay = document.readyState === 'complete' ? 0 : Number.POSITIVE_INFINITY
  const parsedMs = page?.domContentLoadedEventEnd || onItsWay
  const scripts = [...document.scripts].filter(isOwn)
  const ends = scripts.map(({ src }) => {
    const [request] = performance.getEntriesByName(src) as PerformanceResourceTiming[]
    return request?.responseEnd ?? onItsWay
  })
  // If no script can bring a framework, nothing is awaited once everything is parsed.
  return Math.max(scripts[0] ? parsedMs : parsedMs - usualPatienceMs, ...ends)
}

/**
 * Whether a script is the site's own and runs in this browser. Scripts of other sites are taken for analytics, unless they
 * have `crossorigin`, as builds write it.
 */
const isOwn = ({ src, crossOrigin, type, noModule }: HTMLScriptElement): boolean =>
  !noModule &&
  /^$|javascript|module/.test(type) &&
  (src.startsWith(location.origin) || !!(src && crossOrigin))
