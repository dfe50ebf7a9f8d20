import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { transact } from '../base/database/transaction.ts'
import type { LeasedJob } from '../base/jobs/job.ts'
import { postponeJob } from '../base/jobs/sql.ts'
import type { MailType } from '../base/outbox/happenings.ts'
import { newId } from '../base/words/ids.ts'

/** A mail to somebody, whose text is written when it is sent. */
interface NewMail {
  organization: string
  type: MailType
  address: string
  /** Id of the member with whom it goes. */
  member: string | null
  /** Milliseconds since 1970; now if it is left out. */
  at?: number
}

/** Enqueues a mail, and drops one of the same type that still waits for the member. Then wake the workers. */
export async function addMail(
  trx: Database,
  { organization, type, address, member, at = Date.now() }: NewMail,
): Promise<void> {
  const id = newId()
  if (member !== null) await dropMails(trx, { organization, type, member })
  await sql`
    WITH made AS (
      INSERT INTO message (organization, id, type, address, member, happened_at, state, next_attempt_at)
      VALUES (${organization}, ${id}, ${type}, ${address}, ${member}, to_timestamp(${at}::float8 / 1000), 'pending', now())
    )
    INSERT INTO job (organization, kind, subject, host, run_at)
    VALUES (${organization}, 'deliver', ${id}, 'mail', now())`.execute(trx)
}

/** Drops the mails of a type that wait for a member, with their jobs. */
export async function dropMails(
  trx: Database,
  { organization, type, member }: Pick<NewMail, 'organization' | 'type' | 'member'>,
): Promise<void> {
  await sql`
    DELETE FROM message WHERE organization = ${organization} AND member = ${member} AND type = ${type}`.execute(
    trx,
  )
}

/** Lets a mail wait for a mail server to be set. It counts as no attempt. */
export async function keepMail(db: Database, job: LeasedJob, reason: string, seconds: number): Promise<void> {
  await transact(db, async (trx) => {
    await sql`
      UPDATE message SET last_error = ${reason}, next_attempt_at = now() + make_interval(secs => ${seconds})
      WHERE organization = ${job.organization} AND id = ${job.subject}`.execute(trx)
    await postponeJob(trx, job, seconds)
  })
}

/** The mails of a type that were not taken yet, by member. */
export async function readMailStates(
  db: Database,
  organization: string,
  type: MailType,
): Promise<Map<string, { state: 'waiting' | 'failed'; problem?: string }>> {
  const { rows } = await sql<{ member: string; state: string; last_error: string | null }>`
    SELECT member, state, last_error FROM message
    WHERE organization = ${organization} AND type = ${type} AND member IS NOT NULL`.execute(db)
  return new Map(
    rows.map(({ member, state, last_error }) => [
      member,
      { state: state === 'dead' ? 'failed' : 'waiting', ...(last_error !== null && { problem: last_error }) },
    ]),
  )
}
