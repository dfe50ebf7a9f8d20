import { rm } from 'node:fs/promises'
import { type BuildOptions, build } from 'esbuild'

/**
 * Builds every browser file into `dist/`. A classic script can load an ES module by `import(url)` but not be
 * split from it, so each lazy chunk is a build of its own.
 */
const shared: BuildOptions = {
  outdir: 'dist',
  bundle: true,
  minify: true,
  target: ['chrome120', 'firefox121', 'safari17'],
  legalComments: 'none',
}

await rm('dist', { recursive: true, force: true })
await build({ ...shared, entryPoints: { snippet: 'snippet/index.ts' }, format: 'iife' })
await build({ ...shared, entryPoints: { loader: 'loader/index.ts' }, format: 'iife' })
await build({
  ...shared,
  outdir: 'dist/results',
  entryPoints: { page: 'service/results/main.tsx' },
  format: 'esm',
  loader: { '.css': 'css' },
})
await build({ ...shared, outdir: 'dist/results', entryPoints: { page: 'service/results/page.css' } })
