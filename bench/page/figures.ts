import type { Sight } from '../../test/support/sight/classify.ts'
import type { Frame } from '../../test/support/sight/film.ts'
import type { Visit } from './visit.ts'

/** The figures of one visit. */
export interface Figures extends Omit<Visit, 'frames' | 'changes'> {
  round: number
  /** The first recorded frame with the personalised headline; of the untouched page, with its own. */
  personalisedMs: number
  /** How long frames stood with the original headline, or picture, although it became or had been personalised. */
  originalMs: number
  originalPictureMs: number
}

/** What each frame shows, of the headline and of the picture. */
export interface Sights {
  headline: Sight[]
  picture: Sight[]
}

/** Reads from the recorded frames when what was to be seen. */
export function figuresOf(
  { frames, changes: _, ...rest }: Visit & { round: number },
  { headline, picture }: Sights,
): Figures {
  const first = headline.indexOf(headline.includes('personalised') ? 'personalised' : 'original')
  return {
    ...rest,
    personalisedMs: frames[first]?.atMs ?? Number.NaN,
    originalMs: originalMs(frames, headline),
    originalPictureMs: originalMs(frames, picture),
  }
}

/** A frame stands until the next. Hydration may bring the original back, so all frames count, not the first alone. */
function originalMs(frames: Frame[], sights: Sight[]): number {
  if (!sights.includes('personalised')) return 0
  const stood = frames.map(({ atMs }, at) => (frames[at + 1]?.atMs ?? atMs) - atMs)
  return stood.reduce((sum, ms, at) => (sights[at] === 'original' ? sum + ms : sum), 0)
}
