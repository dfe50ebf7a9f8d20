import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { projectFolder } from '../../project-folder.ts'

const manifest = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))
const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }

/** An empty database, which the build puts into `dist/`: creating one takes seconds and hundreds of MB of memory. */
export const emptyDatabaseFile = fileURLToPath(new URL(`dist/pglite-${version}.tar.gz`, projectFolder))

/** Creates the file where it is missing. */
export async function makeEmptyDatabase(): Promise<void> {
  if (existsSync(emptyDatabaseFile)) return
  const pglite = await PGlite.create()
  const dump = await pglite.dumpDataDir('gzip')
  await pglite.close()
  const draft = `${emptyDatabaseFile}.${process.pid}`
  await writeFile(draft, dump.stream())
  await rename(draft, emptyDatabaseFile)
}

/** The empty database; undefined where nothing is built. */
export async function readEmptyDatabase(): Promise<Blob | undefined> {
  const bytes = await readFile(emptyDatabaseFile).catch(() => undefined)
  return bytes && new Blob([bytes])
}
