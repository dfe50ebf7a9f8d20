import { type Beginning, defaultTimeoutMs, hidingRule } from '../loader/begin.ts'
import type { HostOptions, Options } from '../loader/options.ts'
import { recordId } from '../wire/done.ts'
import { isPattern } from '../wire/limits.ts'
import type { PageRecord } from '../wire/record.ts'
import { query } from './select.ts'

/** The pattern in the page's link, else that of the options; none that does not look like one. */
export const findPattern = ({ param, pattern }: Options): string | null | undefined =>
  [new URL(location.href).searchParams.get(param || 'pattern'), pattern].find(isPattern)

/**
 * Begins a run, or goes on with what the loader has begun of it: asks for the record, and hides the targets until the time
 * is over, whatever happens.
 *
 * @param hide the targets' selectors; none where the visitor has seen them already
 */
export const begin = (
  pattern: string,
  { host, timeout }: HostOptions,
  hide: string | undefined,
  { answer, sheet }: { [Part in 'answer' | 'sheet']?: Beginning[Part] | undefined } = {},
): Beginning => {
  const beginning: Beginning = { pattern, answer, sheet: sheet ?? {} }
  if (!sheet) setTimeout(() => (beginning.sheet.disabled = true), (timeout || defaultTimeoutMs) as number)
  try {
    const record = carriedRecord(pattern)
    if (record) beginning.answer = Promise.resolve({ json: async () => record })
    // The loader takes the edge's record for an answer, whoever it is for.
    else if (!answer?.then) beginning.answer = fetch(`${host}/p/${pattern}`).catch(() => undefined)
    if (sheet) return beginning
    const made = new CSSStyleSheet()
    beginning.sheet = made
    made.replaceSync(hidingRule(hide))
    if (hide) adopt(made)
  } catch {
    // A page whose `fetch` throws, or a browser without such sheets, shows itself as it is.
  }
  return beginning
}

/** The record of a pattern that the edge has put into the page; `undefined` where there is none of it. */
const carriedRecord = (pattern: string): PageRecord | undefined => {
  const [script] = query(`script#${recordId}`) as Iterable<HTMLScriptElement>
  // The usual case. An error would have the engine parse the whole script once more, to tell where it came from.
  if (!script) return undefined
  try {
    const record = JSON.parse(script.text)
    return record.pattern === pattern ? record : undefined
  } catch {
    return undefined
  }
}

/**
 * Has the page a sheet until it is disabled: an adopted one, because a strict `style-src` allows it. A page that assigns
 * its own is given it again before it paints.
 */
const adopt = (sheet: CSSStyleSheet): void => {
  if (sheet.disabled) return
  const sheets = document.adoptedStyleSheets
  if (!sheets.includes(sheet)) sheets.push(sheet)
  requestAnimationFrame(() => adopt(sheet))
}

/** Whether the document is still parsed. */
export const isParsing = (): boolean => document.readyState === 'loading'

/** Runs something when the document is parsed. Looks again and again: a visitor without a pattern is to have no listener. */
export const whenParsed = (run: () => void): void => {
  if (isParsing()) setTimeout(whenParsed, 50, run)
  else run()
}
