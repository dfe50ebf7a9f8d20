import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { buildHelp } from './help.ts'
import { forBrowsers } from './page-files.ts'

/** Builds the console: its page, its script and its styles. */
export async function buildConsole(root: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await build({
    ...forBrowsers,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    absWorkingDir: root,
    outdir: folder,
    // The YAML field is as large as everything else, so it is loaded with its tab.
    splitting: true,
    chunkNames: '[name]-[hash]',
    entryPoints: ['console/main.tsx', 'console/console.css'].map((entry) => ({ in: entry, out: 'console' })),
  })
  await buildHelp(root, folder)
  await copyFile(join(root, 'console/console.html'), join(folder, 'console.html'))
}
