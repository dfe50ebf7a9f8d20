import { jsonOf } from '../snippet/json.ts'
import type { Show } from './page/show.ts'

/** Name of the path in the tab's `sessionStorage`. */
const name = 'motif-page'

/** The path of the page that the session's link opened; undefined for a new session. */
export function openedPath(session: string): string | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name) ?? '{}')
    const { session: of, path } = kept as { session?: string; path?: string }
    return of === session ? path : undefined
  } catch {
    return undefined
  }
}

/**
 * Keeps the path of the page that the session's link opened in this tab, until the editor is closed: after a reload on another page of
 * the site it is still that of the first. A page that renames itself (`replaceState`) is still the same.
 */
export function keepOpenedPath(session: string, { isAway }: Show, life: AbortSignal): void {
  const keep = () => {
    if (!isAway.value) write(jsonOf({ session, path: location.pathname }))
  }
  keep()
  addEventListener('pagehide', keep, { signal: life })
  life.addEventListener('abort', () => write(undefined))
}

function write(kept: string | undefined): void {
  try {
    if (kept === undefined) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, kept)
  } catch {
    // Storage is full or forbidden: after a reload the present page counts as the first.
  }
}
