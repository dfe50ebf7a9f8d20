/** The chunk that knows what frameworks do in a page. */
export { isHydrating } from '../apply/frameworks.ts'
export { putNodes } from '../apply/owned.ts'
