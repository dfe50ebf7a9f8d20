import type { Sight } from '../../test/support/sight/classify.ts'
import type { Frame } from '../../test/support/sight/film.ts'
import type { Visit } from './visit.ts'

/** The figures of one visit. */
export interface Figures extends Omit<Visit, 'frames' | 'changes'> {
  round: number
  /** The first recorded frame with the personalised headline; for the untouched page, with its own. */
  personalisedMs: number
  /** How long the original headline or picture was visible, before or after it was personalised. */
  originalMs: number
  originalPictureMs: number
}

/** What each frame shows, of the headline and of the picture. */
export interface Sights {
  headline: Sight[]
  picture: Sight[]
}

/** Reads from the recorded frames what was visible when. */
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

/** A frame is visible until the next one. Hydration may bring the original back, so all frames count. */
function originalMs(frames: Frame[], sights: Sight[]): number {
  if (!sights.includes('personalised')) return 0
  const stood = frames.map(({ atMs }, at) => (frames[at + 1]?.atMs ?? atMs) - atMs)
  return stood.reduce((sum, ms, at) => (sights[at] === 'original' ? sum + ms : sum), 0)
}
