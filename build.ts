import { once } from 'node:events'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type BuildOptions, build } from 'esbuild'
import { minify } from 'terser'
import { emptyDatabaseFile } from './service/store/pglite/empty-database.ts'

/**
 * Builds into `dist/` every browser file, and the service as one file, which starts a second sooner than its modules.
 * A classic script can load an ES module by `import(url)` but not be split from it, so each lazy chunk is a build of its
 * own. esbuild bundles; terser minifies what pages load, 6 % smaller after brotli than esbuild would. The empty database
 * of the first start comes with them.
 */
const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }

const shared: BuildOptions = {
  bundle: true,
  format: 'esm',
  target: ['chrome120', 'firefox121', 'safari17'],
  legalComments: 'none',
}

const inPages: BuildOptions = {
  ...shared,
  write: false,
  minifySyntax: true,
  define: { version: JSON.stringify(version) },
  // Names that end in an underscore are Motif's own.
  mangleProps: /[a-z]_$/,
}

/** What they are shortened to, the same in all files: the loader hands over to the snippet, and this to its chunks. */
let mangleCache: NonNullable<BuildOptions['mangleCache']> = { handover_: '_' }

/** Writes a file that pages load. A classic script keeps its names to itself. */
async function buildForPages(name: string, entry: string, isClassic = false) {
  const { outputFiles = [], ...built } = await build({ ...inPages, mangleCache, entryPoints: [entry] })
  mangleCache = built.mangleCache ?? mangleCache
  const { code = '' } = await minify(outputFiles[0]?.text ?? '', {
    module: true,
    ecma: 2020,
    compress: { passes: 5, unsafe_arrows: true, hoist_props: true, inline: 1, unsafe_methods: true },
  })
  await writeFile(`dist/${name}.js`, isClassic ? `(()=>{${code.replace(/;$/, '')}})()` : code)
}

await mkdir('dist', { recursive: true })
for (const name of await readdir('dist'))
  if (resolve('dist', name) !== emptyDatabaseFile) await rm(`dist/${name}`, { recursive: true })
const whenDatabaseIsMade = once(new Worker('./service/store/pglite/make-empty-database.ts'), 'exit')

await buildForPages('loader', 'loader/index.ts', true)
await buildForPages('snippet', 'snippet/index.ts', true)
await buildForPages('motif', 'snippet/module.ts')
for (const name of ['track', 'sanitiser', 'spool', 'preview'])
  await buildForPages(name, `snippet/chunks/${name}.ts`)
await copyFile('snippet/public.d.ts', 'dist/motif.d.ts')

const results: BuildOptions = { ...shared, minify: true, outdir: 'dist/results', loader: { '.css': 'css' } }
await build({ ...results, entryPoints: { page: 'service/results/page/main.tsx' } })
await build({ ...results, entryPoints: { page: 'service/results/page/page.css' } })

await build({
  entryPoints: ['service/main.ts'],
  outdir: 'dist/service',
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

await whenDatabaseIsMade
