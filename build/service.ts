import { globSync } from 'node:fs'
import { type BuildOptions, build } from 'esbuild'

/** The service as one file, which starts a second faster than its modules. */
export const serviceBundle: BuildOptions = {
  entryPoints: ['service/main.ts'],
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  legalComments: 'none',
  // The database needs files of its own; the client of a language model is loaded only if one is set.
  external: ['@electric-sql/pglite', 'openai'],
  // CommonJS packages need `require` for Node's own modules.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)",
  },
}

/** Builds the service into a folder, and the file of each of its threads beside it: see `workerFile`. */
export async function buildService(root: string, folder: string): Promise<void> {
  const threads = globSync('service/**/*-worker.ts', { cwd: root })
  await build({
    ...serviceBundle,
    absWorkingDir: root,
    entryPoints: ['service/main.ts', ...threads],
    entryNames: '[name]',
    outdir: folder,
  })
}
