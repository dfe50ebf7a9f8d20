import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { type Package, writePackage } from './package.ts'

/** Builds `edge.js`, one file without imports, and its types into a folder. */
export async function buildEdge(root: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await Promise.all([
    build({
      entryPoints: { edge: 'edge/edge.ts' },
      absWorkingDir: root,
      outdir: folder,
      bundle: true,
      format: 'esm',
      minify: true,
      target: 'es2022',
      legalComments: 'none',
    }),
    copyFile(join(root, 'edge/public.d.ts'), join(folder, 'edge.d.ts')),
  ])
}

/** Builds the package `@motif/edge`, ready for `npm pack` in its folder. */
export async function buildEdgePackage(of: Package): Promise<void> {
  await buildEdge(of.root, of.folder)
  await writePackage(of, {
    source: 'edge',
    entry: 'edge',
    description: 'Puts what each invited visitor is to see into the HTML on its way to the browser.',
    keywords: ['personalization', 'edge', 'html'],
    scripts: ['edge.js'],
  })
}
