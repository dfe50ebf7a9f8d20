import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '../../../service/base/database/database.ts'
import { openStore } from '../../../service/base/store.ts'
import { readConfig } from '../../../service/config.ts'
import { type NewPerson, upsertPeople } from '../../../service/prospects/people/sql.ts'
import { forEachDatabase } from '../../support/databases.ts'

forEachDatabase((database) => {
  let store: OpenDatabase
  beforeAll(async () => {
    store = await openStore(readConfig(await database.create()))
  })
  afterAll(() => store.close())

  test('imports of the same people in any order wait for each other', async () => {
    const nobody = { email: null, name: null, company: null, role: null, industry: null, linkedin: null }
    const people = Array.from(
      { length: 300 },
      (_, n): NewPerson => ({
        ...nobody,
        key: `p${n}`,
        domain: null,
        profile: null,
        additional: null,
        words: ' ',
        seniority: 0,
      }),
    )
    const backwards = [...people].reverse()
    const imports = Array.from({ length: 8 }, (_, n) =>
      upsertPeople(store.db, 'acme', n % 2 === 0 ? people : backwards),
    )
    await Promise.all(imports)
    const { length } = await store.db.selectFrom('person').select('key').execute()
    expect(length).toBe(300)
  })
})
