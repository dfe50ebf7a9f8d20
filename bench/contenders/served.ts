import { personalised } from '../page/changes.ts'
import type { Contender } from './contender.ts'

/** The page served already personalised: a script cannot be faster. */
export const served: Contender = { name: 'served personalised', parts: personalised }
