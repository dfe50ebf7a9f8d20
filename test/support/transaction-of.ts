import pg from 'pg'
import { expect } from 'vitest'

/** A transaction of somebody else on the database, for which what it locks waits. `await using` ends it. */
export async function transactionOf({ DATABASE_URL }: Record<string, string>) {
  const client = new pg.Client(DATABASE_URL)
  const observer = new pg.Client(DATABASE_URL)
  await Promise.all([client.connect(), observer.connect()])
  await client.query('BEGIN')
  const countWaiting = async () => {
    const { rows } = await observer.query(
      `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return rows[0].count as number
  }
  return {
    query: (text: string) => client.query(text),
    /** Resolves once so many wait for a lock. */
    untilWaiting: (count: number) => expect.poll(countWaiting).toBeGreaterThanOrEqual(count),
    [Symbol.asyncDispose]: async () => void (await Promise.all([client.end(), observer.end()])),
  }
}
