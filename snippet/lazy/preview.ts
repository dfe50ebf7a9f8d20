import type { Tracking, TrackingOptions } from '../track/index.ts'

/** What the preview chunk exports. */
export interface PreviewChunk {
  startPreview: (options: TrackingOptions) => Tracking
}

export const startPreview: PreviewChunk['startPreview'] = () => ({
  changed() {},
  report() {},
  consent() {},
  stop() {},
})
