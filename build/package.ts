import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildModule, entries } from './page-files.ts'

export interface Package {
  /** The project's folder. */
  root: string
  /** The folder for the package's files. It is empty, or does not exist yet. */
  folder: string
  version: string
}

/**
 * Builds the package `@motif/snippet`, for apps that bundle their scripts: the module, its chunks and types, ready for `npm pack` in
 * the folder. The module is that of `dist/` without `import.meta.url`: in a bundle that is the app's address, or a path on the
 * machine that built it, and says nothing about where Motif is.
 */
export async function buildPackage(of: Package): Promise<void> {
  const { root, folder, version } = of
  const scripts = await buildModule({ root, version }, folder, { define: { 'import.meta.url': '""' } })
  await copyFile(join(root, entries.types), join(folder, 'motif.d.ts'))
  await writePackage(of, {
    source: 'snippet',
    entry: 'motif',
    description:
      'Shows each invited visitor their own version of a landing page, and measures what they look at.',
    keywords: ['personalization', 'landing page', 'analytics'],
    scripts,
  })
}

interface Described {
  /** The folder of its source, by which the package is named. */
  source: string
  /** The name of its script and its types, without what they end with. */
  entry: string
  description: string
  keywords: string[]
  scripts: string[]
}

/** Writes what a package has besides its scripts and types: the manifest, the README and the license. */
export async function writePackage(
  { root, folder, version }: Package,
  { source, entry, description, keywords, scripts }: Described,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const { license } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { license: string }
  const [main, types] = [`./${entry}.js`, `./${entry}.d.ts`]
  const manifest = {
    name: `@motif/${source}`,
    version,
    description,
    keywords,
    license,
    type: 'module',
    sideEffects: false,
    // `main` and `types` are for tools that do not know `exports`.
    main,
    types,
    exports: { '.': { types, default: main }, './package.json': './package.json' },
    files: [...scripts, `${entry}.d.ts`],
  }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
  await copyFile(join(root, source, 'README.md'), join(folder, 'README.md'))
  await copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE'))
}
