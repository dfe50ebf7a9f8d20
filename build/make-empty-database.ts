import { existsSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { emptyDatabaseFile } from '../service/base/database/pglite/empty-database.ts'

// Runs in a thread of the build, because it takes as long as everything else in it. Makes the file where it is missing.
if (!existsSync(emptyDatabaseFile)) {
  const pglite = await PGlite.create()
  const dump = await pglite.dumpDataDir('gzip')
  await pglite.close()
  const draft = `${emptyDatabaseFile}.${process.pid}`
  await writeFile(draft, dump.stream())
  await rename(draft, emptyDatabaseFile)
}
