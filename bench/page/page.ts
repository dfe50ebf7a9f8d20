import { contenders } from '../contenders/index.ts'
import type { PartOptions, PartResult } from '../report/row.ts'
import { plainLanding } from './landing.ts'
import { visitInRounds } from './rounds.ts'
import { resultOf } from './rows.ts'

/** Measures paint, flicker, layout shift and cost on a plain page, for all contenders. */
export async function measure({ runs }: PartOptions): Promise<PartResult> {
  const measured = await visitInRounds({ name: 'page', landing: plainLanding, contenders, runs })
  return resultOf(measured, { notes })
}

const notes = [
  'One landing page (a style sheet, a picture of 20 KB, 20 sections) in Chromium with an empty cache. Each round visits every contender; the rivals take part in every third round. Paint and visible text are read from recorded frames. `×` is the median, over the rounds, of a visit’s time divided by that of the hand-written page in the same round.',
  'Slow 4G is a delaying proxy in front of every server: 150 ms a round trip, 450 ms before the first byte to a new origin, 1.6 Mbit/s shared; CPU ÷ 4 is Chromium’s own throttling.',
  'Each contender has one origin of its own besides the page’s, and makes the same four changes (text, src, href, html), which are checked at the end of every visit. Hand-written is an inline fetch-and-replace for this page alone. Motif is the real service. The bytes that a script adds include the personal picture, 21 KB; those of Motif also the script that measures and the visit’s first batch.',
]
