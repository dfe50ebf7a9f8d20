/** The chunk that keeps undelivered events in localStorage. */
export { openSpool } from '../deliver/spool.ts'
