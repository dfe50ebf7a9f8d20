import { type Beginning, defaultTimeoutMs, hidingRule } from '../../loader/begin.ts'
import type { HostOptions, Options } from '../../loader/options.ts'
import { doneMark, recordId } from '../../wire/done.ts'
import { isPattern } from '../../wire/limits.ts'
import type { PageRecord } from '../../wire/record.ts'
import { OwnPromise } from '../own.ts'
import type { Scheduler } from '../scheduler.ts'
import { query } from '../select.ts'

/**
 * The pattern in the page's link, else that of the options. What does not have the shape of a pattern is ignored. Not by
 * `URL`: old pages have their own.
 */
export const findPattern = ({ param, pattern }: Options): string | null | undefined =>
  [new URLSearchParams(location.search).get(param || 'pattern'), pattern].find(isPattern)

/**
 * Begins a run, or continues what the loader has begun: requests the record, and hides the targets until the time-out at
 * the latest.
 *
 * @param hide the targets' selectors; empty if visitors have seen the targets already
 */
export const begin = (
  pattern: string,
  { host, timeout }: HostOptions,
  hide: string | undefined,
  scheduler: Scheduler,
  { answer, sheet }: { [Part in 'answer' | 'sheet']?: Beginning[Part] | undefined } = {},
): Beginning => {
  const beginning: Beginning = { pattern, answer, sheet: sheet ?? {} }
  const reveal = () => {
    beginning.sheet.disabled = true
  }
  // A loader that has a sheet has set its timer, too.
  if (!sheet) scheduler.after(Number(timeout) || defaultTimeoutMs, reveal)
  try {
    const record = carriedRecord(pattern)
    if (record) beginning.answer = OwnPromise.resolve({ json: async () => record })
    // On a page with an edge's record the loader's `answer` is no promise, but the record's script element. If that has another
    // pattern, nobody has asked for this one yet.
    else if (!answer?.then) beginning.answer = fetch(`${host}/p/${pattern}`).catch(() => undefined)
    if (sheet || !hide) return beginning
    const made = new CSSStyleSheet()
    beginning.sheet = made
    made.replaceSync(hidingRule(hide))
    adopt(made, scheduler)
  } catch {
    // The page's `fetch` throws, or the browser has no constructable style sheets: the page stays as it is.
  }
  return beginning
}

/** The record that the edge has put into the page; `undefined` if there is none for this pattern. */
const carriedRecord = (pattern: string): PageRecord | undefined => {
  const [script] = query(`script#${recordId}`) as Iterable<HTMLScriptElement>
  // The usual case. Throwing instead would make the engine parse the whole script again, for the error's position.
  if (!script) return undefined
  try {
    const record = JSON.parse(script.text)
    return record.pattern === pattern ? record : undefined
  } catch {
    return undefined
  }
}

/**
 * Adds a sheet to the page until it is disabled. It is an adopted one, because a strict `style-src` allows that. If the
 * page assigns its own sheets, this one is added again before the next paint.
 */
const adopt = (sheet: CSSStyleSheet, scheduler: Scheduler): void => {
  if (sheet.disabled) return
  const sheets = document.adoptedStyleSheets
  if (!sheets.includes(sheet)) sheets.push(sheet)
  scheduler.beforePaint(() => adopt(sheet, scheduler))
}

/** Whether the edge has changed this page, or may have. Its mark on a target begins with the pattern and a blank. */
export const hasEdgesWork = (pattern: string): boolean =>
  !!query(`#${recordId},[${doneMark}^="${pattern} "]`)[0]
