import type { Database } from './database.ts'

interface SettingTable {
  name: string
  value: string
}

declare module './schema.ts' {
  interface Schema {
    setting: SettingTable
  }
}

/** A setting that is created once: of any number of processes that do so at once, all get the same value. */
export async function ensureSetting(db: Database, name: string, make: () => string): Promise<string> {
  const kept = await findSetting(db, name)
  if (kept !== undefined) return kept
  await db
    .insertInto('setting')
    .values({ name, value: make() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await findSetting(db, name)) ?? ensureSetting(db, name, make)
}

/** The value of a setting; undefined where there is none. */
export async function findSetting(db: Database, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

/** Sets a setting to another value. */
export async function writeSetting(db: Database, name: string, value: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
