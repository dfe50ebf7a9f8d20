import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { projectFolder } from '../../project-folder.ts'

const manifest = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))
const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }

/** An empty database, which the build puts into `dist/`: creating one takes seconds and hundreds of MB of memory. */
export const emptyDatabaseFile = fileURLToPath(new URL(`dist/pglite-${version}.tar.gz`, projectFolder))

/** The empty database of the build, as an option of PGlite. Without one it sets up its own. */
export async function readEmptyDatabase(): Promise<{ loadDataDir?: Blob }> {
  const bytes = await readFile(emptyDatabaseFile).catch(() => undefined)
  return bytes ? { loadDataDir: new Blob([bytes]) } : {}
}
