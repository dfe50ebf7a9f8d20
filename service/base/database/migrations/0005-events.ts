import { type Kysely, sql } from 'kysely'

/**
 * Visits, their events by day of arrival, and what results are read from: one tally a content record and one a
 * content record and day. Results never look at `event`, so its days can be dropped.
 *
 * Names and ids compare byte by byte (`COLLATE "C"`): a locale's order costs time and says nothing here. Room is left
 * in the pages of what is updated again and again, so that an update stays in its page and touches no index. A row of
 * `event` is what one visit brought in one write: a third of the rows, and of the index. States and events are JSON
 * in text columns, because the database never looks into them and need not parse them.
 */
export async function createEventTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE visit (
      organization text COLLATE "C" NOT NULL, content text COLLATE "C" NOT NULL, visit text COLLATE "C" NOT NULL,
      counted boolean NOT NULL, robot boolean NOT NULL, touched date NOT NULL, state text COLLATE "C" NOT NULL,
      PRIMARY KEY (organization, content, visit)) WITH (fillfactor = 80)`.execute(db)
  await sql`
    CREATE TABLE event (
      day date NOT NULL, organization text COLLATE "C" NOT NULL, content text COLLATE "C" NOT NULL,
      visit text COLLATE "C" NOT NULL, seq integer NOT NULL, counted boolean NOT NULL,
      events text COLLATE "C" NOT NULL) PARTITION BY RANGE (day)`.execute(db)
  await sql`CREATE INDEX event_content ON event (content, visit, seq)`.execute(db)
  await sql`
    CREATE TABLE tally (
      organization text COLLATE "C" NOT NULL, content text COLLATE "C" NOT NULL,
      visits bigint NOT NULL, views bigint NOT NULL, clicks bigint NOT NULL, ms bigint NOT NULL, lost bigint NOT NULL,
      health text NOT NULL, since date NOT NULL, dropped text NOT NULL, state text COLLATE "C" NOT NULL,
      PRIMARY KEY (organization, content)) WITH (fillfactor = 50)`.execute(db)
  await sql`
    CREATE TABLE tally_day (
      organization text COLLATE "C" NOT NULL, content text COLLATE "C" NOT NULL, day date NOT NULL,
      visits bigint NOT NULL, views bigint NOT NULL, clicks bigint NOT NULL, ms bigint NOT NULL,
      PRIMARY KEY (organization, content, day)) WITH (fillfactor = 50)`.execute(db)
}
