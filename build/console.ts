import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { buildHelp } from './help.ts'
import { forBrowsers } from './page-files.ts'

const options: BuildOptions = {
  ...forBrowsers,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  minify: true,
  // The YAML field and the plot are loaded only where they are needed.
  splitting: true,
  chunkNames: '[name]-[hash]',
  loader: { '.woff2': 'file' },
  assetNames: '[name]',
}

/** Builds the console: its page, its script and its styles. */
export async function buildConsole(root: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await build({
    ...options,
    absWorkingDir: root,
    outdir: folder,
    entryPoints: ['console/main.tsx', 'console/console.css'].map((entry) => ({ in: entry, out: 'console' })),
  })
  await buildHelp(root, folder)
  await copyFile(join(root, 'console/console.html'), join(folder, 'console.html'))
}
