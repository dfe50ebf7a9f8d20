import { type BuildOptions, build } from 'esbuild'

/** The service as one file, which starts a second sooner than its modules. */
export const serviceBundle: BuildOptions = {
  entryPoints: ['service/main.ts'],
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
}

/** Builds the service into a folder. */
export async function buildService(root: string, folder: string): Promise<void> {
  await build({ ...serviceBundle, absWorkingDir: root, outdir: folder })
}
