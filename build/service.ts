import { build } from 'esbuild'

/** Builds the service as one file, which starts a second sooner than its modules. */
export async function buildService(root: string, folder: string): Promise<void> {
  await build({
    entryPoints: ['service/main.ts'],
    absWorkingDir: root,
    outdir: folder,
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
