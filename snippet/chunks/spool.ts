/** The chunk that keeps in storage what is not delivered. */
export { openSpool } from '../deliver/spool.ts'
