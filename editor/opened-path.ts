import type { Show } from './page/show.ts'

/** Name of the page in the tab's `sessionStorage`. */
const name = 'motif-page'

/** The path of the page that the session's link opened; undefined for a new session. */
export function openedPath(session: string): string | undefined {
  const [of, path] = read().split(' ')
  return of === session ? path : undefined
}

/**
 * Keeps in this tab which page the session's link opened, until the editor is closed: after a reload on another page of the site it is
 * still the first. A page that renames itself (`replaceState`) is still the same.
 */
export function keepOpenedPath(session: string, { isAway }: Show, life: AbortSignal): void {
  const keep = () => {
    if (!isAway.value) write(`${session} ${location.pathname}`)
  }
  keep()
  addEventListener('pagehide', keep, { signal: life })
  life.addEventListener('abort', () => write(''))
}

function read(): string {
  try {
    return sessionStorage.getItem(name) ?? ''
  } catch {
    return ''
  }
}

function write(kept: string): void {
  try {
    sessionStorage.setItem(name, kept)
  } catch {
    // Storage is full or forbidden: after a reload the present page counts as the first.
  }
}
