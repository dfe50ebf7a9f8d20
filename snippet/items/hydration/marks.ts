import { certain, usual } from '../../../wire/frameworks.ts'
import { query } from '../../page.ts'

const containers = `${usual},${certain}`

/** What `hydrate`, `mount` and `hydrateRoot` leave on a container: Preact, Vue 2 and 3, React from 16 on, Lit. */
const arrived = /__k|_vue|_reactC|_reactR|_\$lit/

/** Comments between texts, and at boundaries and fragments, that only the servers of React, Vue, Svelte and Lit write. */
const served = /^( |\$.?|\[|lit-.*)$/

/** How long after the page's scripts have arrived: they still have to run, and may wait for their route. */
const usualPatienceMs = 200

/** The same if a framework is sure to come: it may wait for data, for a chunk, or until the browser is idle. */
const certainPatienceMs = 5000

/** `NodeFilter.SHOW_COMMENT` */
const showComment = 128

/** Whether a framework hydrates the whole document: Next, Remix and React Router set these globals first. */
export function isDocumentWide(): boolean {
  return ['__next_f', '__remixContext', '__reactRouterContext'].some((name) => name in window)
}

/**
 * Returns whether a node is a container that a framework will still hydrate, by its name or by what a server wrote in it, or one
 * that a framework may hydrate while the page's scripts are loading; valid in the same task only. A slow picture delays nothing.
 */
export function seeContainers(): (node: Node) => boolean {
  const sinceMs = performance.now() - scriptsEndMs()
  const comments: Comment[] = []
  const walker = document.createTreeWalker(document, showComment)
  while (walker.nextNode()) comments.push(walker.currentNode as Comment)
  return (node) => {
    const is = (selectors: string) => (node as Partial<Element>).matches?.(selectors) ?? isDocumentWide()
    return (
      // What Lit has rendered on a server has no name: its container has the first comment of its parts.
      (is(containers) ||
        comments.some(({ data, parentNode }) => parentNode === node && data.startsWith('lit-part '))) &&
      node.hasChildNodes() &&
      // Svelte hydrates at once and marks no container; it adds `__e` when it first does so (`init_operations`).
      !('__e' in Element.prototype || arrived.test(Object.keys(node).join())) &&
      sinceMs <
        (is(certain) || comments.some((comment) => served.test(comment.data) && node.contains(comment))
          ? certainPatienceMs
          : usualPatienceMs)
    )
  }
}

/** Whether a container with a usual name, or the document, is still to be hydrated. */
export function hasAwaited(): boolean {
  return [document, ...query(containers)].some(seeContainers())
}

/**
 * When everything was parsed, and the last script that can bring a framework had arrived; infinity while one is loading. Scripts of other
 * sites are taken for analytics, unless they have `crossorigin`, as builds write it.
 */
function scriptsEndMs(): number {
  const onItsWay = document.readyState === 'complete' ? 0 : Infinity
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const ends = [...document.scripts]
    .filter(
      ({ src, crossOrigin, noModule }) =>
        src && !noModule && (crossOrigin || src.startsWith(location.origin)),
    )
    .map(
      ({ src }) =>
        (performance.getEntriesByName(src)[0] as PerformanceResourceTiming)?.responseEnd ?? onItsWay,
    )
  return Math.max(page?.domContentLoadedEventEnd || onItsWay, ...ends)
}
