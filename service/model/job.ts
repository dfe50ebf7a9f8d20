/** What a job does, with how many of a kind one process works on at once. */
export const jobKinds = {
  /** Enriches a prospect. */
  enrich: { concurrency: 200 },
  /** Generates a content record. */
  generate: { concurrency: 50 },
  /** Makes a completed content record anew. */
  regenerate: { concurrency: 10 },
  /** Delivers a callback. */
  deliver: { concurrency: 50 },
} as const

export type JobKind = keyof typeof jobKinds

/** Work to be done once, kept in the database until it is done. `subject` is the id of what it is about. */
export interface Job {
  organization: string
  kind: JobKind
  subject: string
}

/** A job that this process works on. `lease` proves it; `attempt` counts from 1. */
export interface LeasedJob extends Job {
  lease: string
  attempt: number
}

/**
 * Does one job. It ends the job itself (`finishJob` or `postponeJob`), in one transaction with what it writes.
 * What it throws is logged and tried again later.
 */
export type JobHandler = (job: LeasedJob) => Promise<void>

/** The job is no longer this process's: what it was about to write must not be written. */
export class LostJob extends Error {}
