import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { describe } from 'vitest'
// What belongs to the worker is made outside every `describe`.
import '../support/visit.ts'

/** Every scenario, as one file: a run starts an engine once, which costs as much as twenty visits. */
for (const file of readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'))) {
  const name = basename(file, '.test.ts')
  describe(name, async () => {
    await import(`./${name}.test.ts`)
  })
}
