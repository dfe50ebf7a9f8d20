import { type GeneratedAlways, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Defaulted, Timestamp } from '../database/sql.ts'
import { type Job, type JobKind, type LeasedJob, LostJob } from './job.ts'

interface JobTable {
  organization: string
  kind: JobKind
  /** Id of the prospect, content record or message that the job is about, or what else names its work. */
  subject: string
  /** The subject, where it is one of these: the job goes with it. */
  prospect: GeneratedAlways<string | null>
  content: GeneratedAlways<string | null>
  message: GeneratedAlways<string | null>
  /** The host that it sends to, where the kind has a limit for each host; '' otherwise. */
  host: Defaulted<string>
  run_at: Timestamp
  attempt: Defaulted<number>
  /** Id of the process that works on it, until `leased_until`. */
  lease: string | null
  leased_until: Timestamp | null
}

declare module '../database/schema.ts' {
  interface Schema {
    job: JobTable
  }
}

/** By what a process claims jobs. */
export interface Lease {
  id: string
  /** How long a claim lasts without being renewed: after that, others claim the jobs of a process that was killed. */
  seconds: number
}

/** Enqueues a job that is due now, in the transaction of what it is about. The same job again changes nothing. */
export async function enqueueJob(
  db: Database,
  { organization, kind, subject, host = '' }: Job,
): Promise<void> {
  await db
    .insertInto('job')
    .values({ organization, kind, subject, host, run_at: sql<Date>`now()` })
    .onConflict((conflict) => conflict.columns(['organization', 'kind', 'subject']).doNothing())
    .execute()
}

/**
 * Enqueues a job that is due now. One that waits or is under way starts over: its process loses the lease, and claims it
 * again once that run has ended.
 */
export async function enqueueOrRestart(db: Database, { organization, kind, subject }: Job): Promise<void> {
  await sql`
    INSERT INTO job (organization, kind, subject, run_at) VALUES (${organization}, ${kind}, ${subject}, now())
    ON CONFLICT (organization, kind, subject) DO UPDATE
      SET run_at = now(), lease = NULL, leased_until = NULL, attempt = 0`.execute(db)
}

/** Which due jobs a process claims. */
interface WantedJobs {
  kind: JobKind
  /** How many at most. */
  room: number
  /** How many of one organization, and of one host, the process may have under way. */
  perOrganization: number
  perHost: number
  /** What the process has under way already: it claims none of these again. */
  underWay: readonly Required<Job>[]
}

/**
 * Claims due jobs under `lease`: organizations take turns, each with its oldest. It steps from organization to
 * organization in the index, so that a long queue of one costs the others nothing. No two claims return the same job.
 */
export async function claimJobs(
  db: Database,
  { kind, room, perOrganization, perHost, underWay }: WantedJobs,
  { id, seconds }: Lease,
): Promise<LeasedJob[]> {
  const organizations = underWay.map(({ organization }) => organization)
  const subjects = underWay.map(({ subject }) => subject)
  const hosts = underWay.map(({ host }) => host)
  const { rows } = await sql<LeasedJob>`
    WITH RECURSIVE mine AS MATERIALIZED (
      SELECT * FROM unnest(${organizations}::text[], ${subjects}::text[], ${hosts}::text[]) AS m(organization, subject, host)
    ), owner AS (
      (SELECT organization FROM job WHERE kind = ${kind} ORDER BY organization LIMIT 1)
      UNION ALL
      SELECT (SELECT job.organization FROM job WHERE kind = ${kind} AND job.organization > owner.organization
        ORDER BY organization LIMIT 1)
      FROM owner WHERE owner.organization IS NOT NULL
    ), due AS (
      SELECT next.*, row_number() OVER (PARTITION BY next.host ORDER BY turn, run_at) AS of_host
      FROM owner CROSS JOIN LATERAL (
        SELECT organization, subject, host, run_at, row_number() OVER (ORDER BY run_at) AS turn FROM job
        WHERE kind = ${kind} AND organization = owner.organization AND run_at <= now()
          AND (leased_until IS NULL OR leased_until < now())
          AND (organization, subject) NOT IN (SELECT organization, subject FROM mine)
          AND host NOT IN (SELECT host FROM mine WHERE host <> '' GROUP BY host HAVING count(*) >= ${perHost}::integer)
        ORDER BY run_at
        LIMIT greatest(0, ${perOrganization}::integer
          - (SELECT count(*) FROM mine WHERE mine.organization = owner.organization))) AS next
    ), chosen AS (
      SELECT organization, subject FROM due
      WHERE host = '' OR of_host + (SELECT count(*) FROM mine WHERE mine.host = due.host) <= ${perHost}::integer
      ORDER BY turn, run_at LIMIT ${room}
    )
    UPDATE job SET lease = ${id}, leased_until = now() + make_interval(secs => ${seconds}), attempt = attempt + 1
    WHERE (organization, kind, subject) IN (
      SELECT job.organization, job.kind, job.subject FROM chosen
      JOIN job ON job.organization = chosen.organization AND job.kind = ${kind} AND job.subject = chosen.subject
      WHERE run_at <= now() AND (leased_until IS NULL OR leased_until < now())
      FOR UPDATE OF job SKIP LOCKED)
    RETURNING organization, kind, subject, host, lease, attempt`.execute(db)
  return rows
}

/** Renews the claims of these jobs once more, but for those that are just being ended or deleted. */
export async function renewLease(db: Database, { id, seconds }: Lease, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return
  const [organizations, kinds, subjects] = [
    jobs.map(({ organization }) => organization),
    jobs.map(({ kind }) => kind),
    jobs.map(({ subject }) => subject),
  ]
  await sql`
    UPDATE job SET leased_until = now() + make_interval(secs => ${seconds})
    WHERE (organization, kind, subject) IN (
      SELECT job.organization, job.kind, job.subject
      FROM unnest(${organizations}::text[], ${kinds}::text[], ${subjects}::text[]) AS mine(organization, kind, subject)
      JOIN job ON job.organization = mine.organization AND job.kind = mine.kind AND job.subject = mine.subject
      WHERE lease = ${id} FOR UPDATE OF job SKIP LOCKED)`.execute(db)
}

/** Releases the claims of `lease`. */
export async function releaseLease(db: Database, lease: string): Promise<void> {
  await sql`UPDATE job SET lease = NULL, leased_until = NULL WHERE lease = ${lease}`.execute(db)
}

/** Releases all claims. Only for a database that no other process can have open. */
export async function releaseAllLeases(db: Database): Promise<void> {
  await sql`UPDATE job SET lease = NULL, leased_until = NULL WHERE lease IS NOT NULL`.execute(db)
}

/**
 * Ends a job, in the transaction of its work. Throws LostJob, so that the transaction is rolled back, where the lease
 * has passed to another process or the job's subject was deleted: no job is completed twice.
 */
export async function finishJob(db: Database, job: LeasedJob): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('job')
    .where((is) => is.and(leaseOf(job)))
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new LostJob()
}

/** The same for jobs of one organization, kind and lease: where one is lost, all are rolled back. */
export async function finishJobs(db: Database, jobs: readonly LeasedJob[]): Promise<void> {
  const [first] = jobs
  if (!first) return
  const { organization, kind, lease } = first
  const { numDeletedRows } = await db
    .deleteFrom('job')
    .where((is) => is.and({ organization, kind, lease }))
    .where(sql<boolean>`subject = ANY (${jobs.map(({ subject }) => subject)})`)
    .executeTakeFirstOrThrow()
  if (numDeletedRows !== BigInt(jobs.length)) throw new LostJob()
}

/** A key that is the same for jobs that can be ended together. */
export function groupOfJob({ organization, kind, lease }: LeasedJob): string {
  return `${kind} ${lease} ${organization}`
}

/**
 * Lets a job run again after a delay, in the transaction of its work, without counting an attempt: it waits for
 * something. Throws LostJob like `finishJob`.
 */
export async function postponeJob(db: Database, job: LeasedJob, delaySeconds: number): Promise<void> {
  await runAgain(db, job, delaySeconds, 0)
}

/** Lets a failed job run again after a delay. Throws LostJob like `finishJob`. */
export async function retryJob(db: Database, job: LeasedJob, delaySeconds: number): Promise<void> {
  await runAgain(db, job, delaySeconds, job.attempt)
}

async function runAgain(db: Database, job: LeasedJob, delaySeconds: number, attempt: number): Promise<void> {
  const run_at = sql<Date>`now() + make_interval(secs => ${delaySeconds})`
  const update = db.updateTable('job').set({ run_at, attempt, lease: null, leased_until: null })
  const { numUpdatedRows } = await update.where((is) => is.and(leaseOf(job))).executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new LostJob()
}

/** Makes the generation of content due that waits for these prospects: until then its `run_at` is infinity. */
export async function unblockGenerateJobs(
  db: Database,
  organization: string,
  prospects: string[],
): Promise<void> {
  await sql`
    UPDATE job SET run_at = now() FROM content
    WHERE job.organization = ${organization} AND job.kind = 'generate' AND job.run_at = 'infinity'
      AND content.organization = ${organization} AND content.prospect = ANY (${prospects})
      AND content.id = job.subject`.execute(db)
}

/** The jobs of a kind. */
interface JobCounts {
  kind: JobKind
  /** Under way, in any process. */
  running: number
  /** To be run now or later. */
  waiting: number
  /** Waiting for another job to end. */
  blocked: number
  /** How long the oldest due job has been waiting; 0 where none is due. */
  oldestDueSeconds: number
}

/** Counts the jobs in the database; kinds without any are left out. */
export async function countJobs(db: Database): Promise<JobCounts[]> {
  const { rows } = await sql<JobCounts>`
    SELECT kind,
      count(*) FILTER (WHERE leased_until > now()) AS running,
      count(*) FILTER (WHERE run_at < 'infinity' AND (leased_until IS NULL OR leased_until <= now())) AS waiting,
      count(*) FILTER (WHERE run_at = 'infinity') AS blocked,
      coalesce(extract(epoch FROM now() - min(run_at) FILTER
        (WHERE run_at <= now() AND (leased_until IS NULL OR leased_until <= now()))), 0)::float8 AS "oldestDueSeconds"
    FROM job GROUP BY kind`.execute(db)
  return rows
}

/** Matches the row of a job, as long as it was not claimed again since, by another process or by this one. */
function leaseOf({ organization, kind, subject, lease, attempt }: LeasedJob) {
  return { organization, kind, subject, lease, attempt }
}
