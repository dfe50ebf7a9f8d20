import type { Contender } from './contender.ts'

/** The page as it is. */
export const untouched: Contender = { name: 'untouched', isUntouched: true }
