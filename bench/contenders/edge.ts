import { personalised } from '../page/changes.ts'
import type { Contender } from './contender.ts'

/** The page with the tag of a template, behind `motif edge`. */
export const motifByEdge: Contender = {
  name: 'Motif, edge',
  head: ({ templateTag }) => templateTag,
  isByEdge: true,
}

/** The page served already personalised, behind the same server as a plain proxy (without a pattern). */
export const servedByProxy: Contender = {
  name: 'served personalised, by a plain proxy',
  parts: personalised,
  isByEdge: true,
  isUninvited: true,
}
