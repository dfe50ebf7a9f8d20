import { handWritten, handWrittenInFile } from '../contenders/hand-written.ts'
import { motifByTemplateTag } from '../contenders/motif.ts'
import { served } from '../contenders/served.ts'
import { untouched } from '../contenders/untouched.ts'
import type { PartOptions, PartResult } from '../report/row.ts'
import { sizeOfSnippet } from '../sizes.ts'
import { plainLanding } from './landing.ts'
import { visitInRounds } from './rounds.ts'
import { resultOf } from './rows.ts'

/** Sizes of the file: hardly anything, the goal for `snippet.js`, and as large as `snippet.js` is. */
const smallest = 1024
const goal = 6144

/** Measures what the bytes of a script alone cost the plain page: the paint by hand-written scripts of several sizes. */
export async function measure({ runs }: PartOptions): Promise<PartResult> {
  const inFiles = [smallest, goal, sizeOfSnippet()].map(handWrittenInFile)
  const contenders = [untouched, served, handWritten, ...inFiles, motifByTemplateTag]
  const measured = await visitInRounds({ name: 'page-bytes', landing: plainLanding, contenders, runs })
  const ours = [motifByTemplateTag.name, ...inFiles.map(({ name }) => name)]
  return resultOf(measured, { prefix: 'by size, ', only: 'personalised paint', ours, notes })
}

const notes = [
  'The landing page of “A plain page”. The hand-written script is the one from there. In a file it is loaded beside the record, as Motif is, and the file is filled up with a comment of random letters: it does no more than the small one. `×` is the median, over the rounds, of a visit’s time divided by that of the hand-written page in the same round.',
]
