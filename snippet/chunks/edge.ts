/** The chunk for pages that the edge has changed. */
export { adoptDone, isComing, isDoneByEdge, isInHtml, leftDone } from '../apply/adopt.ts'
