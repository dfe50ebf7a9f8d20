import { jsonOf } from '../snippet/json.ts'
import type { Show } from './page/show.ts'

/** Name of the page in the tab's `sessionStorage`. */
const name = 'motif-page'

/** The page that a session's link opened, as this tab keeps it. */
interface OpenedPage {
  session: string
  path: string
  /** The queries that the page has had: the link's, and those that it gave itself. */
  queries: string[]
}

/**
 * The path of the page that the session's link opened; undefined for a new session. If the present page differs from it by its query
 * alone, such as `/?p=13` from `/?p=12`, it is a path that no page has.
 */
export function openedPath(session: string): string | undefined {
  const opened = read(session)
  if (!opened) return undefined
  const { path, queries } = opened
  return path === location.pathname && !queries.includes(queryNow()) ? `${path}?` : path
}

/**
 * Keeps in this tab which page the session's link opened, until the editor is closed: after a reload on another page of the site it is
 * still the first. A page that renames itself (`replaceState`) is still the same.
 */
export function keepOpenedPath(session: string, { isAway }: Show, life: AbortSignal): void {
  const keep = () => {
    if (isAway.value) return
    const queries = new Set([...(read(session)?.queries ?? []), queryNow()])
    write({ session, path: location.pathname, queries: [...queries] })
  }
  keep()
  addEventListener('pagehide', keep, { signal: life })
  life.addEventListener('abort', () => write(undefined))
}

/** Parameters that only count clicks, such as `utm_source`, `gclid`, `msclkid`, `mc_cid`: they make no other page. */
const counting = /^(utm_.+|.+clk?id|mc_[ce]id|_gl)$/

/** The document's query, in one order, without what only counts clicks. */
function queryNow(): string {
  const query = new URLSearchParams(location.search)
  for (const parameter of new Set(query.keys())) if (counting.test(parameter)) query.delete(parameter)
  query.sort()
  return `${query}`
}

function read(session: string): OpenedPage | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name) ?? '{}')
    const opened = kept as Partial<OpenedPage>
    return opened.session === session && Array.isArray(opened.queries) ? (opened as OpenedPage) : undefined
  } catch {
    return undefined
  }
}

function write(kept: OpenedPage | undefined): void {
  try {
    if (kept === undefined) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, jsonOf(kept))
  } catch {
    // Storage is full or forbidden: after a reload the present page counts as the first.
  }
}
