/** The chunk that measures and delivers. What else it exports it lends to `preview` and `spool`. */
export { pack, sizeOf } from '../deliver/pack.ts'
export { tellPage } from './data-layer.ts'
export { viewMs } from './thresholds.ts'
export { startTracking } from './tracking.ts'
export { beginVisit } from './visit.ts'
