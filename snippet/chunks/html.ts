/** The chunk for items of type `html`. */
export { html } from '../apply/kinds/html.ts'
export { sanitise } from '../apply/sanitise.ts'
