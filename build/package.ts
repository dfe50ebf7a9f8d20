import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildModule, entries } from './page-files.ts'

export interface Package {
  /** The project's folder. */
  root: string
  /** An empty folder, or none yet, for the package's files. */
  folder: string
  version: string
}

/**
 * Builds `@motif/snippet`, for apps that bundle their scripts: the module, its chunks and types, for `npm pack` in this
 * folder. The module is as in `dist/`, but for its own address: in a bundle that is the app's, or a path of the machine
 * that built it, and says nothing of where Motif is.
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
