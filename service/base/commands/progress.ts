import { formatCount } from '../words/count-of.ts'

const redrawMs = 100
const width = 24

export interface Progress {
  /** Redraws the bar, at most ten times a second. */
  show(doneShare: number, lines: number): void
  /** Clears the bar. */
  clear(): void
}

/** Creates a progress bar for a terminal: share done, lines, lines a second. `now` is in milliseconds. */
export function createProgress(
  out: (text: string) => void,
  now: () => number = Date.now,
  what = 'lines',
): Progress {
  const began = now()
  let drawn = Number.NEGATIVE_INFINITY
  let hasDrawn = false
  return {
    show(doneShare, lines) {
      if (now() - drawn < redrawMs) return
      drawn = now()
      hasDrawn = true
      out(
        `\r${bar(doneShare)} ${formatCount(lines)} ${what}, ${formatCount(lines / Math.max(0.001, (drawn - began) / 1000))}/s\x1b[K`,
      )
    },
    clear() {
      if (hasDrawn) out('\r\x1b[K')
    },
  }
}

function bar(share: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * width)
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${String(Math.floor(Math.min(1, share) * 100)).padStart(3)} %`
}
