import { listen, quietly } from './life.ts'

/** A full history does not grow: Firefox and Chromium keep 50 entries of a tab, WebKit 100. */
const isFull = (entries: number) => entries === 50 || entries === 100

/** The path to which a run belongs. */
export interface OwnPath {
  /** Whether the document is on the path on which the run began. Looks first, and tells if that has changed. */
  isHere(): boolean
}

/**
 * Follows the document's path: a single-page app that goes to another one shows another page. `replaceState` renames the
 * page and is no navigation, and neither are a query and a hash.
 *
 * The Navigation API tells each change, and an entry that is replaced keeps its key. In browsers without it nothing tells
 * `pushState`, so the path is compared whenever the document changes. There `replaceState` is known by a history that has
 * not grown, if it could have: not at its limit, and not after Back, where `pushState` replaces what was ahead.
 *
 * @param moved called when the document has left the path or is back
 * @param began the path on which the run began. Default: the present one
 */
export const watchPath = (
  signal: AbortSignal,
  moved: () => void,
  began: string = location.pathname,
): OwnPath => {
  let own = began
  let path = location.pathname
  let entries = history.length
  let isBehindOthers = false
  const { navigation } = window
  const tells = isNative(navigation)
  const entryNow = () => (tells ? navigation.currentEntry?.key : undefined)
  let entry = entryNow()

  const isOwn = () => path === own

  const compare = (isReplaced: boolean) => {
    const wasOwn = isOwn()
    path = location.pathname
    if (wasOwn && isReplaced) own = path
    if (isOwn() !== wasOwn) moved()
  }

  const look = () => {
    if (location.pathname !== path) {
      const couldGrow = !isFull(entries) && !isBehindOthers
      compare(tells ? entryNow() === entry : couldGrow && history.length === entries)
      isBehindOthers = false
    }
    // They change with a query too.
    entries = history.length
    entry = entryNow()
  }

  const traverse = () => {
    // A link to a place in the page is told in the same way, but adds an entry.
    isBehindOthers = history.length <= entries
    entries = history.length
    compare(false)
  }

  listen(['popstate'], traverse, signal)
  if (tells) navigation.addEventListener('currententrychange', () => quietly(look), { signal })
  else {
    // WebKit may count the page itself a while after it has begun.
    listen(['load', 'pageshow'], look, signal)
    const observer = new MutationObserver(() => quietly(look))
    observer.observe(document, { childList: true, subtree: true })
    signal.addEventListener('abort', () => observer.disconnect())
  }
  return {
    isHere() {
      look()
      return isOwn()
    },
  }
}

/** Whether this is the browser's own: a page may have a variable named `navigation`. */
const isNative = (navigation: unknown): navigation is Navigation => {
  try {
    return navigation instanceof Navigation
  } catch {
    return false
  }
}
