import type { Applier, Applying, FirstWrites } from './first/first.ts'
import type { Framework, KeptKind } from './follow/kind.ts'
import type * as edge from './rare/edge.ts'
import type { openEditing } from './rare/editing.ts'
import type { SpoolFile } from './rare/spool.ts'
import type { startTracking } from './track/tracking.ts'

/** Measures and delivers; the chunk `preview` has the same interface, but shows the events instead of sending them. */
export interface TrackChunk {
  startTracking: typeof startTracking
}

/** Goes on with what was written first. */
export interface FollowChunk {
  follow(writes: FirstWrites, request: Following): Applier
}

/** What following needs. */
export interface Following extends Applying {
  /** The record's pattern: what the edge did for it is taken over. */
  pattern?: string
  /** Takes over what the edge did, if the page came by it. */
  edge?: EdgeChunk | undefined
  chunks: Pick<Chunks, 'html' | 'sanitiser' | 'frameworks'>
}

/** Takes over what the edge has changed in the page. */
export type EdgeChunk = typeof edge

/** Items of type `html`: their sanitiser, and how they change a target. */
export interface HtmlChunk {
  /** Sanitises HTML; `undefined` if nothing visible is left. Rejects if the sanitiser is needed and does not load. */
  sanitise(html: string, load: Chunks['sanitiser']): Promise<Node | undefined>
  html: KeptKind
}

/** Sanitises HTML by an allow-list, in browsers that cannot. */
export interface SanitiserChunk {
  sanitise(html: string, elements: string[], attributes: string[]): Node
}

/** Knows what frameworks do in a page. */
interface FrameworksChunk {
  createFramework(): Framework
}

/** Opens the editor for a marketer with a ticket or a session. */
interface EditingChunk {
  openEditing: typeof openEditing
}

/** Files that are loaded only when they are needed. Each promise rejects if its file does not load. */
export interface Chunks extends SpoolFile {
  follow(): Promise<FollowChunk>
  track(): Promise<TrackChunk>
  preview(): Promise<TrackChunk>
  edge(): Promise<EdgeChunk>
  html(): Promise<HtmlChunk>
  sanitiser(): Promise<SanitiserChunk>
  frameworks(): Promise<FrameworksChunk>
  editing(): Promise<EditingChunk>
}
