import { listen, quietly } from './page.ts'

export interface Path {
  /** Whether the document is on the path on which the run began. Looks first, and tells if that has changed. */
  isHere(): boolean
}

/**
 * Follows the document's path: a single-page app that goes to another one shows another page. `replaceState` only renames it.
 *
 * With the Navigation API an entry that is replaced keeps its key. Browsers without it do not tell of `pushState`: the path is
 * compared whenever somebody asks, and a history that has not grown tells `replaceState`.
 *
 * @param moved called when the document has left the path or is back
 * @param began the path on which the run began. Default: the present one
 */
export function watchPath(signal: AbortSignal, moved: () => void, began = location.pathname): Path {
  let own = began
  let path = location.pathname
  // A page may have a variable of that name.
  const navigation = window.navigation?.currentEntry ? window.navigation : undefined
  // A full history does not grow (50 entries, in WebKit 100): then it is NaN, which never equals itself.
  const entryNow = () => navigation?.currentEntry?.key ?? (history.length % 50 || Number.NaN)
  let entry = entryNow()
  /** Behind other entries `pushState` replaces those, and the history does not grow. */
  let isBehind = false

  function look(isTraversed = false): void {
    const wasHere = path === own
    const isSameEntry = entryNow() === entry
    const isReplaced = isSameEntry && !isTraversed && !isBehind
    entry = entryNow()
    if (path === location.pathname && !isTraversed) return
    isBehind = isTraversed && isSameEntry && !navigation
    path = location.pathname
    if (wasHere && isReplaced) own = path
    if ((path === own) !== wasHere) moved()
  }

  const lookQuietly = () => quietly(() => look())
  listen(['popstate'], () => look(true), signal)
  navigation?.addEventListener('currententrychange', lookQuietly, { signal })
  return {
    isHere() {
      look()
      return path === own
    },
  }
}
