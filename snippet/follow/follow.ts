/** The chunk that goes on with what was written first. What else it exports it lends to `html`, `edge` and `frameworks`. */
export { follow } from './applier.ts'
export { isMadeOf, isPersonal } from './personal.ts'
export { put } from './put.ts'
export { isSame } from './values.ts'
