import { alloy } from './alloy.ts'
import type { Contender } from './contender.ts'
import { growthbook, growthbookHiding } from './growthbook.ts'
import { handWritten } from './hand-written.ts'
import { motifByOneLine, motifByTemplateTag } from './motif.ts'
import { posthog } from './posthog.ts'
import { served } from './served.ts'
import { untouched } from './untouched.ts'

/** All contenders, in the order in which they run in each round. */
export const contenders: Contender[] = [
  untouched,
  served,
  motifByTemplateTag,
  handWritten,
  motifByOneLine,
  growthbook,
  growthbookHiding,
  posthog,
  alloy,
]
