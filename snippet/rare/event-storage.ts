import type { News, VisitState } from '../deliver/batch.ts'

/** Keeps undelivered events of visits in localStorage, for the next visit to this origin. */
export interface EventStorage {
  /** Stores a visit's undelivered events, or removes its entry if there are none. */
  save(said: VisitState, news: News[]): void
  /** Takes over what documents have left that no longer exist. Drops what others may have taken over from this one. */
  resume(): void
  /** Removes everything, also of other documents, and waits for nothing that they may still leave. */
  clear(): void
}
