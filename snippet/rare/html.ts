/** The chunk for items of type `html`. */
export { html } from './html/kind.ts'
export { sanitise } from './html/sanitise.ts'
