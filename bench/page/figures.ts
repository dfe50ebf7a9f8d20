import type { Sight } from '../../test/support/sight/classify.ts'
import type { Visit } from './visit.ts'

/** The figures of one visit. */
export interface Figures extends Omit<Visit, 'frames' | 'changes'> {
  /** The first recorded frame with the personalised headline; of the untouched page, with its own. */
  personalisedMs: number
  /** How long frames with the original headline stood before that. */
  originalMs: number
}

/** Reads from the recorded frames when what was to be seen. */
export function figuresOf({ frames, changes: _, ...rest }: Visit, sights: Sight[]): Figures {
  const isPersonalised = sights.includes('personalised')
  const end = sights.indexOf(isPersonalised ? 'personalised' : 'original')
  const personalisedMs = frames[end]?.atMs ?? Number.NaN
  let originalMs = 0
  for (let at = 0; isPersonalised && at < end; at++)
    if (sights[at] === 'original') originalMs += (frames[at + 1]?.atMs ?? 0) - (frames[at]?.atMs ?? 0)
  return { ...rest, personalisedMs, originalMs }
}
