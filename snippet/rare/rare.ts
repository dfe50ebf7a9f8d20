/** What the files have that come later, and only if they are needed. */
export interface RareFiles {
  /** DOMPurify, in browsers that cannot sanitise. */
  sanitiser: typeof import('./sanitiser.ts')
  /** Shows in the editor's overlay what would be measured, and sends nothing. */
  preview: typeof import('./preview.ts')
  /** Opens the editor for a marketer with a ticket or a session. */
  editing: typeof import('./editing.ts')
  /** Takes over what the edge has done. */
  edge: typeof import('./edge.ts')
  /** Shows words in front of what a framework has still to hydrate. */
  bridge: typeof import('./bridge.ts')
  /** Keeps unsent events in localStorage. */
  storage: typeof import('./storage.ts')
}

/** Loads one of them; rejects if it does not load. */
export type LoadRare = <Name extends keyof RareFiles>(name: Name) => Promise<RareFiles[Name]>
