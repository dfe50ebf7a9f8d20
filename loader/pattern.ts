import { toPattern } from '../wire/limits.ts'
import type { Options } from './options.ts'

/** Where a tab keeps the pattern, with `data-keep="session"`. */
export const keptName = 'motif'

/**
 * The pattern in the page's link, however it was bent on its way: `&amp;` and a second `?` count as `&`. With
 * `data-address="clean"` it is taken out of the address at once, and survives a reload in the history's state.
 */
export function patternOfLink({ param = 'pattern', address }: Options): string | false | undefined {
  const isClean = address === 'clean'
  const parameters = new URLSearchParams(location.search.replace(/&amp;|\?/g, '&'))
  const pattern = toPattern(parameters.get(param))
  if (pattern && isClean) {
    parameters.delete(param)
    const rest = location.href.replace(/\?[^#]*/, `${parameters}` && `?${parameters}`)
    history.replaceState({ ...history.state, motif: pattern }, '', rest)
  }
  return pattern || (isClean && toPattern(history.state?.motif))
}

/** The pattern of the link, else that of the options, else the one that this tab keeps. May throw if storage is forbidden. */
export function findPattern(options: Options): string | false | undefined {
  return (
    patternOfLink(options) ||
    toPattern(options.pattern) ||
    (options.keep === 'session' && toPattern(sessionStorage[keptName]))
  )
}
