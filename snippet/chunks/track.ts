/** The chunk that measures and delivers. */
export { startTracking } from '../track/tracking.ts'
