/** The chunk that measures and delivers. What else it exports it lends to `preview` and `spool`. */
export { pack, sizeOf } from '../deliver/pack.ts'
export { tellPage } from '../track/data-layer.ts'
export { viewMs } from '../track/thresholds.ts'
export { startTracking } from '../track/tracking.ts'
export { beginVisit } from '../track/visit.ts'
