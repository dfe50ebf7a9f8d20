/** The files that come later, and only if they are needed. Each promise rejects if its file does not load. */
export interface RareFiles {
  /** DOMPurify, in browsers that cannot sanitise. */
  sanitiser(): Promise<typeof import('./sanitiser.ts')>
  /** Shows in the editor's overlay what would be measured, and sends nothing. */
  preview(): Promise<typeof import('./preview.ts')>
  /** Opens the editor for a marketer with a ticket or a session. */
  editing(): Promise<typeof import('./editing.ts')>
  /** Takes over what the edge has done. */
  edge(): Promise<typeof import('./edge.ts')>
  /** Shows words in front of what a framework has still to hydrate. */
  bridge(): Promise<typeof import('./bridge.ts')>
  /** Keeps unsent events in localStorage. */
  storage(): Promise<typeof import('./storage.ts')>
}
