import { query } from '../select.ts'

/** Where frameworks usually put what a server rendered. Exact names: `whatsapp` is nobody's. */
const usual = '#root,#app,#svelte'

/** Where one is sure to come: the name is the framework's own, or the page's word, or it waits for a smaller screen. */
const certain =
  '#__next,#__nuxt,#___gatsby,[data-server-rendered],[data-reactroot],[data-hydrate],astro-island[ssr][client=media]'

/** Next, Remix and React Router hydrate the whole document, and have this before. */
const documentWide = ['__next_f', '__remixContext', '__reactRouterContext']

/** What `hydrate`, `mount` and `hydrateRoot` leave on a container: Preact, Vue 2 and 3, React from 16 on. */
const arrived = /^_(_k$|_vue|_reactC|reactRoot)/

/** Between texts, and at boundaries and fragments: only the servers of React, Vue and Svelte write such comments. */
const served = /^( |[$&][?!~]?|\[!?)$/

/** After the last script has come; what was fetched has to run, and may wait for its route. */
const usualPatienceMs = 200

/** The same where a framework is sure to come: it may wait for data, for a part of itself, or for leisure. */
const certainPatienceMs = 5000

/**
 * The containers of this page to which a framework will come, as their names or what a server wrote in them says, or may
 * come, as long as the page's scripts are on their way. A slow picture holds nothing.
 */
export const awaitedContainers = (): Node[] => {
  // Svelte hydrates at once and marks no container; it leaves this when it first does (`init_operations`).
  if ('__e' in Element.prototype) return []
  const isWide = documentWide.some((name) => name in window)
  const containers = isWide ? [document] : [...query(`${usual},${certain}`)]
  const unmarked = containers.filter((container) => !Object.keys(container).some((key) => arrived.test(key)))
  if (!unmarked[0]) return []
  const sinceMs = performance.now() - scriptsEndMs()
  return unmarked.filter(
    (container) => sinceMs < usualPatienceMs || (sinceMs < certainPatienceMs && isCertain(container)),
  )
}

const isCertain = (container: Document | Element): boolean => {
  if (container === document || (container as Element).matches(certain)) return true
  const comments = document.createTreeWalker(container, NodeFilter.SHOW_COMMENT)
  while (comments.nextNode()) if (served.test((comments.currentNode as Comment).data)) return true
  return false
}

/** When the last script of the page came that can bring a framework: never, as long as one is on its way. */
const scriptsEndMs = (): number => {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const onItsWay = document.readyState === 'complete' ? 0 : Number.POSITIVE_INFINITY
  const ends = [...document.scripts].filter(isOwn).map(({ src }) => {
    const [request] = performance.getEntriesByName(src) as PerformanceResourceTiming[]
    return request?.responseEnd ?? onItsWay
  })
  const parsedMs = page?.domContentLoadedEventEnd || onItsWay
  // Where no script can bring one, nothing is waited for once all is parsed.
  return ends[0] === undefined ? parsedMs - usualPatienceMs : Math.max(parsedMs, ...ends)
}

/** Another site's async script counts visits: only a page's build says `crossorigin` of its own on another host. */
const isOwn = ({ src, crossOrigin, type }: HTMLScriptElement): boolean =>
  src.startsWith(location.origin) || (!!src && (crossOrigin !== null || type === 'module'))
