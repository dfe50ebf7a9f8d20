import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { build } from 'esbuild'
import { findFormerChunks, historyFile } from './build/chunk-history.ts'
import { emptyFolder } from './build/empty-folder.ts'
import { buildPackage } from './build/package.ts'
import { buildPageFiles, forBrowsers } from './build/page-files.ts'
import { emptyDatabaseFile } from './service/store/pglite/empty-database.ts'

/**
 * Builds into `dist/` every browser file, the package of the page's module, and the service as one file, which starts a
 * second sooner than its modules. The empty database of the first start comes with them.
 */
const root = import.meta.dirname
const dist = join(root, 'dist')
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }

const former = await findFormerChunks(dist, new Date())
await emptyFolder(dist, [basename(emptyDatabaseFile), historyFile, ...Object.keys(former)])
await Promise.all([
  makeEmptyDatabase(),
  buildPageFiles({ root, dist, version, former }),
  buildPackage({ root, folder: join(dist, 'packages/snippet'), version }),
  buildResultsPage(),
  buildService(),
])

async function makeEmptyDatabase(): Promise<void> {
  await once(new Worker(join(root, 'service/store/pglite/make-empty-database.ts')), 'exit')
}

async function buildResultsPage(): Promise<void> {
  for (const entry of ['service/results/page/main.tsx', 'service/results/page/page.css'])
    await build({ ...forBrowsers, minify: true, outdir: join(dist, 'results'), entryPoints: { page: entry } })
}

async function buildService(): Promise<void> {
  await build({
    entryPoints: ['service/main.ts'],
    outdir: join(dist, 'service'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    legalComments: 'none',
    // The database comes with files of its own; a language model is for those who have set one.
    external: ['@electric-sql/pglite', 'openai'],
    // Packages in the older format ask for Node's own modules by it.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)",
    },
  })
}
