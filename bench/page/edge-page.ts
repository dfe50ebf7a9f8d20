import { motifByEdge, servedByProxy } from '../contenders/edge.ts'
import { motifByTemplateTag } from '../contenders/motif.ts'
import { served } from '../contenders/served.ts'
import { untouched } from '../contenders/untouched.ts'
import type { PartOptions, PartResult } from '../report/row.ts'
import { plainLanding } from './landing.ts'
import { visitInRounds } from './rounds.ts'
import { resultOf } from './rows.ts'

const contenders = [untouched, served, servedByProxy, motifByEdge, motifByTemplateTag]

/** Measures the plain page by the edge, beside the page served already personalised. */
export async function measure({ runs }: PartOptions): Promise<PartResult> {
  const measured = await visitInRounds({ name: 'edge-page', landing: plainLanding, contenders, runs })
  const ours = [motifByEdge.name, motifByTemplateTag.name]
  return resultOf(measured, { prefix: 'by the edge, ', ours, comparedWith: served.name, notes })
}

const notes = [
  'The landing page of “A plain page”, with the tag of a template, behind `motif edge`, which runs beside the page’s server and the service: the slow network is between it and the visitor. `×` is the median, over the rounds, of a visit’s time divided by that of the page served personalised in the same round. The plain proxy is the same server, asked by a link without a pattern.',
]
