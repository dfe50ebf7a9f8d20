/** Limits for a kind of job. */
export interface JobKindRules {
  /** How many one process works on at once; of one organization half as many, so that others find places free. */
  concurrency: number
  /** How many of them may be for one host. Default: any number. */
  perHost?: number
}

/** Every kind of job. */
export const jobKinds = {
  /** Enriches a prospect. */
  enrich: { concurrency: 200 },
  /** Generates a content record. */
  generate: { concurrency: 50 },
  /** Regenerates a completed content record. */
  regenerate: { concurrency: 10 },
  /** Creates the prospects and records of a campaign in batches, or deletes them. */
  campaign: { concurrency: 4 },
  /** Looks for what is broken, for alerts. */
  watch: { concurrency: 2 },
  /** Writes a member's report when Monday begins. */
  report: { concurrency: 2 },
  /** Delivers a message: a callback, an alert, or what a webhook is told. */
  deliver: { concurrency: 400, perHost: 20 },
} as const satisfies Record<string, JobKindRules>

export type JobKind = keyof typeof jobKinds

/** Work to be done once, kept in the database until it is done. `subject` is the id of what it is about. */
export interface Job {
  organization: string
  kind: JobKind
  subject: string
  /** The host that it sends to, where the kind has a limit for each host; '' otherwise. */
  host?: string
}

/** A job that this process has claimed under `lease`. `attempt` counts from 1. */
export interface LeasedJob extends Required<Job> {
  lease: string
  attempt: number
}

/**
 * How often a job is tried, which takes about half an hour. After that it is given up (see `JobHandlers`). A process
 * that dies counts as a failed attempt.
 */
export const maxAttempts = 25

/**
 * Does one job. It ends the job itself (`finishJob` or `postponeJob`), in one transaction with what it writes.
 * Where it throws, the error is logged and the job retried later.
 */
type JobHandler = (job: LeasedJob) => Promise<void>

/** The handlers of a kind of job. */
export interface JobHandlers {
  handle: JobHandler
  /** Ends a job that failed `maxAttempts` times, in a way that cannot fail for the same reason. */
  giveUp: JobHandler
}

/** The lease of a job has passed to another process, or the job is gone: its transaction must be rolled back. */
export class LostJob extends Error {}
