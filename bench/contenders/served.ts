import { personalised } from '../page/changes.ts'
import type { Contender } from './contender.ts'

/** The page served already personalised: the limit of what a script can reach. */
export const served: Contender = { name: 'served personalised', parts: personalised }
