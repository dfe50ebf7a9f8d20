import { adopt, ask, type Beginning, defaultTimeoutMs, hidingRule } from '../loader/begin.ts'
import type { HostOptions } from '../loader/options.ts'

/**
 * Begins a run as the loader does: asks for the record, and hides the targets until the time is over, whatever happens.
 *
 * @param hide the targets' selectors; none where the visitor has seen them already
 */
export const beginHere = (
  pattern: string,
  { host, timeout }: HostOptions,
  hide: string | undefined,
): Beginning => {
  const beginning: Beginning = { pattern, response: ask(`${host}/p/${pattern}`), sheet: {} }
  setTimeout(
    () => {
      beginning.sheet.disabled = true
    },
    (timeout || defaultTimeoutMs) as number,
  )
  try {
    const sheet = new CSSStyleSheet()
    beginning.sheet = sheet
    if (hide) {
      sheet.replaceSync(hidingRule(hide))
      adopt(sheet)
    }
  } catch {
    // A browser without such sheets shows the page as it is.
  }
  return beginning
}
