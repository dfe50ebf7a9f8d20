import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { UserError } from '../words/errors.ts'
import { type Job, type JobKind, jobKinds, type LeasedJob, LostJob } from './job.ts'

export interface Lease {
  id: string
  /** How long a claim lasts without being renewed: after that, others claim the jobs of a process that was killed. */
  seconds: number
}

/** Enqueues a job, in the transaction of what it is about. It is due after `delaySeconds`. The same job again changes nothing. */
export async function enqueueJob(
  db: Database,
  { organization, kind, subject, host = '' }: Job,
  delaySeconds = 0,
): Promise<void> {
  await sql`
    INSERT INTO job (organization, kind, subject, host, run_at)
    VALUES (${organization}, ${kind}, ${subject}, ${host}, now() + make_interval(secs => ${delaySeconds}))
    ON CONFLICT DO NOTHING`.execute(db)
}

/** Enqueues jobs that are due now. One that waits or is under way starts over: its process loses the lease. */
export async function enqueueOrRestart(db: Database, ...jobs: Job[]): Promise<void> {
  await sql`
    INSERT INTO job (organization, kind, subject, run_at)
    SELECT organization, kind, subject, now()
    FROM json_to_recordset(${JSON.stringify(jobs)}::json) AS w(organization text, kind text, subject text)
    ON CONFLICT (organization, kind, subject) DO UPDATE
      SET run_at = now(), lease = NULL, leased_until = NULL, attempt = 0`.execute(db)
}

/** The kinds of which a job is due that no process has claimed. */
export async function findDueKinds(db: Database): Promise<JobKind[]> {
  const { rows } = await sql<{ kind: JobKind }>`
    SELECT kind FROM unnest(${Object.keys(jobKinds)}::text[]) AS known(kind) WHERE EXISTS (
      SELECT FROM job
      WHERE job.kind = known.kind AND run_at <= now() AND (leased_until IS NULL OR leased_until < now()))`.execute(
    db,
  )
  return rows.map(({ kind }) => kind)
}

interface WantedJobs {
  kind: JobKind
  room: number
  /** How many of one organization, and of one host, the process may have under way. */
  perOrganization: number
  perHost: number
  /** What the process has under way already: it claims none of these again. */
  underWay: readonly Required<Job>[]
}

/**
 * Claims due jobs under `lease`: organizations take turns, each with its oldest. It steps from organization to organization in
 * the index, so that a long queue of one costs the others nothing. No two claims return the same job.
 */
export async function claimJobs(
  db: Database,
  { kind, room, perOrganization, perHost, underWay }: WantedJobs,
  { id, seconds }: Lease,
): Promise<LeasedJob[]> {
  const { rows } = await sql<LeasedJob>`
    WITH RECURSIVE mine AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(underWay)}::json) AS m(organization text, subject text, host text)
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
  await sql`
    UPDATE job SET leased_until = now() + make_interval(secs => ${seconds})
    WHERE (organization, kind, subject) IN (
      SELECT job.organization, job.kind, job.subject
      FROM json_to_recordset(${JSON.stringify(jobs)}::json) AS mine(organization text, kind text, subject text)
      JOIN job ON job.organization = mine.organization AND job.kind = mine.kind AND job.subject = mine.subject
      WHERE lease = ${id} FOR UPDATE OF job SKIP LOCKED)`.execute(db)
}

/** Releases the claims of `lease`. */
export async function releaseLease(db: Database, lease: string): Promise<void> {
  await sql`UPDATE job SET lease = NULL, leased_until = NULL WHERE lease = ${lease}`.execute(db)
}

/** Releases every claim of an earlier process. Only for a database that no other process can have open. */
export async function releaseAllClaims(db: Database): Promise<void> {
  await sql`UPDATE job SET lease = NULL, leased_until = NULL WHERE lease IS NOT NULL`.execute(db)
  await sql`UPDATE maintenance SET lease = NULL, leased_until = now() WHERE lease IS NOT NULL`.execute(db)
  await sql`DELETE FROM idempotency WHERE answer IS NULL`.execute(db)
}

/** Ends a job, in the transaction of its work. Throws LostJob where the lease has passed on or the subject was deleted. */
export async function finishJob(db: Database, job: LeasedJob): Promise<void> {
  await finishJobs(db, [job])
}

/** The same for jobs of one organization, kind and lease: where one is lost, all are rolled back. */
export async function finishJobs(db: Database, jobs: readonly LeasedJob[]): Promise<void> {
  const { numAffectedRows } = await sql`
    DELETE FROM job
    USING json_to_recordset(${JSON.stringify(jobs)}::json) AS mine(${sql.raw(leaseColumns)})
    WHERE ${isOf}`.execute(db)
  if (numAffectedRows !== BigInt(jobs.length)) throw new LostJob()
}

/** A key that is the same for jobs that can be ended together. */
export function groupOfJob({ organization, kind, lease }: LeasedJob): string {
  return `${kind} ${lease} ${organization}`
}

/** Lets a job run again after a delay. Throws LostJob like `finishJob`. `attempt`: those so far, of a job that failed. */
export async function postponeJob(db: Database, job: LeasedJob, delaySeconds: number, attempt = 0) {
  const { numAffectedRows } = await sql`
    UPDATE job SET run_at = now() + make_interval(secs => ${delaySeconds}), attempt = ${attempt}, lease = NULL,
      leased_until = NULL
    FROM json_to_recordset(${JSON.stringify([job])}::json) AS mine(${sql.raw(leaseColumns)})
    WHERE ${isOf}`.execute(db)
  if (numAffectedRows === 0n) throw new LostJob()
}

/** The rows of claimed jobs, as long as they were not claimed again since, by another process or by this one. */
const leaseColumns = 'organization text, kind text, subject text, lease text, attempt integer'
const isOf = sql`job.organization = mine.organization AND job.kind = mine.kind AND job.subject = mine.subject
      AND job.lease = mine.lease AND job.attempt = mine.attempt`

/** Makes the generation of content due that waits for these prospects: until then its `run_at` is infinity. */
export async function unblockGenerateJobs(db: Database, organization: string, prospects: string[]) {
  await sql`
    UPDATE job SET run_at = now() FROM content
    WHERE job.organization = ${organization} AND job.kind = 'generate' AND job.run_at = 'infinity'
      AND content.organization = ${organization} AND content.prospect = ANY (${prospects})
      AND content.id = job.subject`.execute(db)
}

interface JobCounts {
  kind: JobKind
  running: number
  waiting: number
  blocked: number
  /** How long the oldest due job has been waiting; 0 where none is due. */
  oldestDueSeconds: number
}

/** Counts the jobs of each kind in the database. */
export async function countJobs(db: Database): Promise<JobCounts[]> {
  const { rows } = await sql<JobCounts>`
    SELECT kind,
      count(*) FILTER (WHERE leased_until > now()) AS running,
      count(*) FILTER (WHERE run_at < 'infinity' AND (leased_until IS NULL OR leased_until <= now())) AS waiting,
      count(*) FILTER (WHERE run_at = 'infinity') AS blocked,
      coalesce(extract(epoch FROM now() - min(run_at) FILTER
        (WHERE run_at <= now() AND (leased_until IS NULL OR leased_until <= now()))), 0)::float8 AS "oldestDueSeconds"
    FROM unnest(${Object.keys(jobKinds)}::text[]) AS kind LEFT JOIN job USING (kind) GROUP BY kind`.execute(
    db,
  )
  return rows
}

/** How long a claim lasts without being renewed: after that, another process takes over from one that was killed. */
export const maintenanceLeaseSeconds = 60

/** Claims maintenance under `lease`, where nobody has it, and it last ended at least `everySeconds` ago. */
export async function claimMaintenance(db: Database, lease: string, everySeconds: number): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO maintenance (task, lease, leased_until)
    VALUES ('all', ${lease}, now() + make_interval(secs => ${maintenanceLeaseSeconds}))
    ON CONFLICT (task) DO UPDATE SET lease = excluded.lease, leased_until = excluded.leased_until
    WHERE maintenance.leased_until <= now()
      AND coalesce(maintenance.ended_at, '-infinity') <= now() - make_interval(secs => ${everySeconds})
    RETURNING task`.execute(db)
  return rows.length > 0
}

export async function renewMaintenance(db: Database, lease: string): Promise<void> {
  await sql`
    UPDATE maintenance SET leased_until = now() + make_interval(secs => ${maintenanceLeaseSeconds})
    WHERE lease = ${lease}`.execute(db)
}

/** Throws unless this process still has its claim, which then lasts until the transaction ends, however long ago it was renewed. */
export type AssertMine = (trx: Database) => Promise<void>

/** The same for a lease. */
export async function assertClaimed(trx: Database, lease: string): Promise<void> {
  const { rows } = await sql`SELECT FROM maintenance WHERE lease = ${lease} FOR SHARE`.execute(trx)
  if (rows.length === 0)
    throw new UserError('another process has taken the work over, as this one said nothing for a minute')
}

/** Ends the claim. `doneSecondsAgo`: since when it counts as done; undefined if it is not. */
export async function endMaintenance(db: Database, lease: string, doneSecondsAgo?: number): Promise<void> {
  await sql`
    UPDATE maintenance SET lease = NULL, leased_until = now(),
      ended_at = coalesce(now() - make_interval(secs => ${doneSecondsAgo ?? null}::integer), ended_at)
    WHERE lease = ${lease}`.execute(db)
}
