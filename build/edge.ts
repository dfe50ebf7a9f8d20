import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Package } from './package.ts'

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
export async function buildEdgePackage({ root, folder, version }: Package): Promise<void> {
  await buildEdge(root, folder)
  const copy = (from: string, to: string) => copyFile(join(root, from), join(folder, to))
  await Promise.all([copy('edge/README.md', 'README.md'), copy('LICENSE', 'LICENSE')])
  const { license } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { license: string }
  const manifest = {
    name: '@motif/edge',
    version,
    description: 'Puts what each invited visitor is to see into the HTML on its way to the browser.',
    keywords: ['personalization', 'edge', 'html'],
    license,
    type: 'module',
    sideEffects: false,
    main: './edge.js',
    types: './edge.d.ts',
    exports: { '.': { types: './edge.d.ts', default: './edge.js' }, './package.json': './package.json' },
    files: ['edge.js', 'edge.d.ts'],
  }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
}
