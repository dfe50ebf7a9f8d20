/** How much of a kind of jobs is done at once. */
export interface JobKindRules {
  /** How many of the kind one process works on at once. */
  concurrency: number
  /** How many of them may be for one host; left out, any number. */
  perHost?: number
}

/** What a job does. */
export const jobKinds = {
  /** Enriches a prospect. */
  enrich: { concurrency: 200 },
  /** Generates a content record. */
  generate: { concurrency: 50 },
  /** Makes a completed content record anew. */
  regenerate: { concurrency: 10 },
  /** Makes the prospects and records of a campaign some at a time, has them made anew, or deletes them. */
  campaign: { concurrency: 4 },
  /** Looks whether the pictures of a campaign exist. */
  pictures: { concurrency: 4 },
  /** Has all records of a template made anew, some at a time. */
  template: { concurrency: 4 },
  /** Delivers a callback. */
  deliver: { concurrency: 200, perHost: 20 },
  /** Tells a webhook something. */
  notify: { concurrency: 200, perHost: 20 },
} as const satisfies Record<string, JobKindRules>

export type JobKind = keyof typeof jobKinds

/** Work to be done once, kept in the database until it is done. `subject` is the id of what it is about. */
export interface Job {
  organization: string
  kind: JobKind
  subject: string
  /** The host that it reaches, where hosts take turns; '' otherwise. */
  host?: string
}

/** A job that this process works on. `lease` proves it; `attempt` counts from 1. */
export interface LeasedJob extends Required<Job> {
  lease: string
  attempt: number
}

/**
 * How often a job may fail, or end with its process: about half an hour. After that its handler gives it up, so that it
 * comes to an end.
 */
export const mostAttempts = 25

/**
 * Does one job. It ends the job itself (`finishJob` or `postponeJob`), in one transaction with what it writes.
 * What it throws is logged and tried again later.
 */
export type JobHandler = (job: LeasedJob) => Promise<void>

/** What is done for a kind of jobs. */
export interface JobHandlers {
  handle: JobHandler
  /** Ends a job that failed `mostAttempts` times, without what may be wrong with it. */
  giveUp: JobHandler
}

/** The job is no longer this process's: what it was about to write must not be written. */
export class LostJob extends Error {}
