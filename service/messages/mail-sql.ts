import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { newId } from '../base/words/ids.ts'
import type { MailType } from './events.ts'

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
  if (member !== null)
    await sql`
      DELETE FROM message WHERE organization = ${organization} AND member = ${member} AND type = ${type}`.execute(
      trx,
    )
  await sql`
    WITH made AS (
      INSERT INTO message (organization, id, type, address, member, happened_at, state, next_attempt_at)
      VALUES (${organization}, ${id}, ${type}, ${address}, ${member}, to_timestamp(${at}::float8 / 1000), 'pending', now())
    )
    INSERT INTO job (organization, kind, subject, host, run_at)
    VALUES (${organization}, 'deliver', ${id}, 'mail', now())`.execute(trx)
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
