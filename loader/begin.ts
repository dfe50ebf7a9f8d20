import { patternShape } from '../wire/limits.ts'
import { type Curtain, drawCurtain } from './curtain.ts'
import type { Options } from './options.ts'

/** A run as the tag begins it, for the snippet to go on with. */
export interface Beginning {
  pattern: string
  /** The answer of `GET /p/{pattern}`; `undefined` where none came. Never rejects. */
  response: Promise<Response | undefined>
  curtain: Curtain
}

/** The pattern that is given, else the one in the page's link, else that of the options; none that does not look like one. */
export const findPattern = (options: Options, given?: string): string | undefined =>
  [given, new URL(location.href).searchParams.get(options.param || 'pattern'), options.pattern].find(
    (text): text is string => patternShape.test(text ?? ''),
  )

/** Asks for the record and hides its targets. */
export const begin = (pattern: string, host: string, options: Options): Beginning => ({
  pattern,
  response: askRecord(`${host}/p/${pattern}`),
  curtain: drawCurtain(options),
})

/** Pages replace `fetch`, by one that throws at once, too. */
const askRecord = async (url: string) => {
  try {
    return await fetch(url)
  } catch {
    return undefined
  }
}

/** The options without what hides, where the visitor has seen the page already: hiding would be the flicker. */
export const hidingNothingSeen = (options: Options): Options =>
  document.readyState === 'complete' || performance.getEntriesByName('first-contentful-paint')[0]
    ? { ...options, hide: '' }
    : options

/** Resolves when the document is parsed. Asks again and again: a visitor without a pattern is to have no listener. */
export const whenParsed = async (): Promise<void> => {
  while (document.readyState === 'loading') await new Promise((resolve) => setTimeout(resolve, 50))
}
