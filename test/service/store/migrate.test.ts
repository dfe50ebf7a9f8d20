import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../../service/base/database/database.ts'
import { checkSchema, migrate, migrations } from '../../../service/base/database/migrate.ts'
import { readConfig } from '../../../service/config.ts'
import { forEachDatabase } from '../../support/databases.ts'
import { motif } from '../../support/motif.ts'

forEachDatabase((database) => {
  let store: OpenDatabase
  let environment: Record<string, string>
  const open = async () => {
    environment = await database.create()
    store = await openDatabase(readConfig(environment))
  }
  afterEach(() => store.close())

  /** What a later release would add. */
  const later = { ...migrations, '9999-later': { up: async () => {} } }

  test('a release starts beside a later one', async () => {
    await open()
    await migrate(store, later)
    expect(await migrate(store)).toEqual([])
  })

  test('a command of a newer version leaves the tables as they are and says what to do', async () => {
    await open()
    await expect(checkSchema(store, later)).rejects.toThrow('motif -- migrate')
    const newest = Object.keys(migrations).at(-1) ?? ''
    await sql`DELETE FROM migration WHERE name = ${newest}`.execute(store.db)
    await store.close()
    const listed = await motif(['token', 'list'], environment)
    expect(listed).toMatchObject({ code: 1, stdout: '' })
    expect(listed.stderr).toContain('motif -- migrate')
    store = await openDatabase(readConfig(environment))
    const { rows } = await sql`SELECT FROM migration WHERE name = ${newest}`.execute(store.db)
    expect(rows).toEqual([])
  })

  test('of several processes that migrate at once, one does the work', async () => {
    await open()
    const add = {
      ...migrations,
      '9999-once': {
        up: async (db: OpenDatabase['db'] | never) =>
          void (await sql`CREATE TABLE once (id int)`.execute(db)),
      },
    }
    const added = await Promise.all([
      migrate(store, add as never),
      database.name === 'PGlite' ? [] : migrate(store, add as never),
    ])
    expect(added.flat()).toEqual(['9999-once'])
  })
})
