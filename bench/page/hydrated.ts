import { handWritten } from '../contenders/hand-written.ts'
import { motifByOneLine, motifByTemplateTag } from '../contenders/motif.ts'
import { served } from '../contenders/served.ts'
import { untouched } from '../contenders/untouched.ts'
import type { PartOptions, PartResult } from '../report/row.ts'
import { bundleHydratedLanding } from './hydrated-landing.ts'
import { visitInRounds } from './rounds.ts'
import { resultOf } from './rows.ts'

const contenders = [untouched, served, motifByTemplateTag, handWritten, motifByOneLine]
const mostRuns = 5

/** Measures the same on a page that React 19 renders on the server and hydrates in the browser. */
export async function measure({ runs }: PartOptions): Promise<PartResult> {
  const measured = await visitInRounds({
    name: 'hydrated',
    landing: await bundleHydratedLanding(),
    contenders,
    runs: Math.min(runs, mostRuns),
  })
  return resultOf(measured, { prefix: 'hydrated, ', notes })
}

const notes = [
  'The landing page above, rendered by React 19 on the server and hydrated by a deferred script of its production build. If React finds a difference, it reports an error of the page (418) and renders everything again: the changes are lost then.',
]
