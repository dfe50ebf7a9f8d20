/** What a job does: enrich a prospect, generate a content record, deliver a callback. */
export type JobKind = 'enrich' | 'generate' | 'deliver'

/** Work to be done once, kept in the database until it is. `subject` is the id of what it is about. */
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
