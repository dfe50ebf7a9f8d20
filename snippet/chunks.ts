import type { SanitiserChunk } from './chunks/sanitiser.ts'
import type { SpoolChunk } from './chunks/spool.ts'
import type { TrackChunk } from './chunks/track.ts'

/** Loads what is needed only sometimes. Each rejects where its file does not come. */
export interface Chunks {
  /** Measures the page and delivers. */
  track(): Promise<TrackChunk>
  /** Shows in the page what is applied and measured, and sends nothing. */
  preview(): Promise<TrackChunk>
  /** Sanitises HTML where the browser has no sanitiser of its own. */
  sanitiser(): Promise<SanitiserChunk>
  /** Keeps in storage what could not be sent. */
  spool(): Promise<SpoolChunk>
}
