import { startTracking } from '../track/index.ts'

/** What the chunk that measures and delivers exports. */
export interface TrackChunk {
  startTracking: typeof startTracking
}

export { startTracking }
