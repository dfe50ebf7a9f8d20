import type { SanitiserChunk } from './apply/html.ts'
import type { SpoolChunk } from './lazy/spool.ts'
import type { TrackChunk } from './lazy/track.ts'

/**
 * What is loaded only where it is needed. The entry says from where: the classic script by URL, the module by imports
 * that a bundler can follow.
 */
export interface Chunks {
  /** Measures the page and delivers. */
  track(): Promise<TrackChunk>
  /** Shows in the page what would be measured. */
  preview(): Promise<TrackChunk>
  /** Sanitises HTML where the browser has no `setHTML`. */
  sanitiser(): Promise<SanitiserChunk>
  /** Keeps unsent events in localStorage. */
  spool(): Promise<SpoolChunk>
}
