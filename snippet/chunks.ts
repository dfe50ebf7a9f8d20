import type { Framework } from './apply/framework-gate.ts'
import type { openEditing } from './chunks/editing.ts'
import type { openSpool } from './deliver/spool.ts'
import type { startTracking } from './track/tracking.ts'

/** What measures and delivers, and what shows that in the page instead. */
export interface TrackChunk {
  startTracking: typeof startTracking
}

/** Sanitises HTML by an allow-list where the browser cannot. */
export interface SanitiserChunk {
  sanitise(html: string, elements: string[], attributes: string[]): Node
}

/** Keeps in storage what is not delivered. */
export interface SpoolChunk {
  openSpool: typeof openSpool
}

/** Knows what frameworks do in a page. */
export interface FrameworksChunk {
  createFramework(): Framework
}

/** Opens the editor where a marketer comes with a ticket or a session. */
export interface EditingChunk {
  openEditing: typeof openEditing
}

/** What is loaded only where it is needed, in files of their own. Each rejects where its file does not come. */
export interface Chunks {
  track(): Promise<TrackChunk>
  preview(): Promise<TrackChunk>
  sanitiser(): Promise<SanitiserChunk>
  spool(): Promise<SpoolChunk>
  frameworks(): Promise<FrameworksChunk>
  editing(): Promise<EditingChunk>
}
