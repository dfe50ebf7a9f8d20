export interface JobKindRules {
  /** How many one process works on at once; of one organization half as many, so that others find places free. */
  concurrency: number
  perHost?: number
}

export const jobKinds = {
  enrich: { concurrency: 200 },
  generate: { concurrency: 50 },
  regenerate: { concurrency: 10 },
  /** Makes records with texts by a language model: of an organization 25, as many as it has calls there at once. */
  write: { concurrency: 50 },
  /** Writes the profiles of prospects that are enriched, when no text wants the language model. */
  profile: { concurrency: 50 },
  campaign: { concurrency: 4 },
  watch: { concurrency: 2 },
  report: { concurrency: 2 },
  /** Writes what is known of people into their contacts, each minute while a connection is there. */
  contacts: { concurrency: 4 },
  /** Reads a list of a connection again, each hour while its campaign is open. */
  segment: { concurrency: 4 },
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

/** After so many attempts, about half an hour, a job is given up. A process that dies counts as a failed attempt. */
export const maxAttempts = 25

export interface JobHandlers {
  /** Does one job, and ends it (`finishJob`, `postponeJob`) in one transaction with what it writes. If it throws, it is retried. */
  handle(job: LeasedJob): Promise<void>
  /** Ends a job that failed `maxAttempts` times, in a way that cannot fail for the same reason. */
  giveUp(job: LeasedJob): Promise<void>
}

/** The lease of a job has passed to another process, or the job is gone: its transaction must be rolled back. */
export class LostJob extends Error {}
