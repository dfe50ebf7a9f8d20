import type { TrackChunk } from './track.ts'

export const startTracking: TrackChunk['startTracking'] = () => ({
  changed() {},
  report() {},
  consent() {},
  stop() {},
})
