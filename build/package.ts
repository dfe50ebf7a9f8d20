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
export async function buildPackage({ root, folder, version }: Package): Promise<void> {
  await mkdir(folder, { recursive: true })
  const copy = (from: string, to: string) => copyFile(join(root, from), join(folder, to))
  const [scripts] = await Promise.all([
    buildModule({ root, version }, folder, { define: { 'import.meta.url': '""' } }),
    copy(entries.types, 'motif.d.ts'),
    copy('snippet/README.md', 'README.md'),
    copy('LICENSE', 'LICENSE'),
  ])
  const { license } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { license: string }
  const manifest = manifestOf({ version, license, scripts })
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
}

function manifestOf({ version, license, scripts }: { version: string; license: string; scripts: string[] }) {
  return {
    name: '@motif/snippet',
    version,
    description:
      'Shows each invited visitor their own version of a landing page, and measures what they look at.',
    keywords: ['personalization', 'landing page', 'analytics'],
    license,
    type: 'module',
    sideEffects: false,
    // `main` and `types` are for tools that do not know `exports`.
    main: './motif.js',
    types: './motif.d.ts',
    exports: {
      '.': { types: './motif.d.ts', default: './motif.js' },
      './package.json': './package.json',
    },
    files: [...scripts, 'motif.d.ts'],
  }
}
