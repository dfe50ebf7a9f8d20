import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '../../../service/base/database/database.ts'
import { openStore } from '../../../service/base/store.ts'
import { readConfig } from '../../../service/config.ts'
import { forEachDatabase } from '../../support/databases.ts'

/** Tables that no foreign key reaches from a person, and why nothing of an erased person is in them. */
const others: Record<string, string> = {
  event: 'goes with its record by the trigger content_events',
  campaign: 'its name, its template and the titles of its columns; people are in place',
  known_header: 'a hash of the titles of columns, and the titles that were said to be something',
  connection: 'an account of HubSpot, and its token, encrypted',
  connected_list: 'names of lists',
  erased_contact: 'ids of contacts in HubSpot, so that these are not written again',
  webhook: 'where the organization is told of events; what it is told is in message',
  alert: 'members who are told, in Slack, Teams or by mail; what they are told is in message',
  told_fault: 'hashes of what is broken',
  credential: 'members of the organization',
  template: 'texts with variables',
  stored_template: 'texts with variables',
  template_version: 'texts with variables',
  page_state: 'addresses of pages, selectors, and what was wrong',
  picture: 'pictures that marketers put into templates, for everybody',
  assistant_act: 'what assistants changed: ids, and no words',
  erasure: 'receipts: the id of the prospect that was, and numbers',
  setting: 'of the service',
  member: 'people of the team, who are no prospects: removed in Settings',
  maintenance: 'of the service',
  stale: 'of the service',
  migration: 'of the service',
}

forEachDatabase((database) => {
  let store: OpenDatabase
  beforeAll(async () => {
    store = await openStore(readConfig({ ...(await database.create()), LOG_LEVEL: 'silent' }))
  })
  afterAll(() => store.close())

  /** The tables that no foreign key reaches from a person. */
  async function tablesApart(): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      WITH RECURSIVE reached AS (
        SELECT 'prospect'::regclass::oid AS id
        UNION SELECT conrelid FROM pg_constraint JOIN reached ON confrelid = id
        WHERE contype = 'f' AND confdeltype = 'c'
      )
      SELECT relname AS name FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
        AND oid NOT IN (SELECT id FROM reached)`.execute(store.db)
    return rows.map(({ name }) => name).sort()
  }

  describe('the tables', () => {
    test('each hangs on the person, or is known to have nothing of an erased one', async () => {
      expect(await tablesApart()).toEqual(Object.keys(others).sort())
    })

    test('what hangs on a row is found by an index, and goes with the row', async () => {
      const { rows } = await sql<{ key: string; cascades: boolean; indexed: boolean }>`
        SELECT conname AS key, confdeltype = 'c' AS cascades, EXISTS (
          SELECT 1 FROM pg_index
          WHERE indrelid = conrelid AND (indkey[0] = conkey[2] OR (indkey::int2[])[0:1] @> conkey)
            -- It serves where the column is not null, and a null hangs on nothing.
            AND (indpred IS NULL OR pg_get_expr(indpred, indrelid) = '(' || (
              SELECT attname FROM pg_attribute WHERE attrelid = conrelid AND attnum = conkey[2]) || ' IS NOT NULL)')
        ) AS indexed
        FROM pg_constraint
        WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`.execute(store.db)
      expect(rows.length).toBeGreaterThan(15)
      expect(rows.filter(({ cascades, indexed }) => !cascades || !indexed)).toEqual([])
    })
  })
})
