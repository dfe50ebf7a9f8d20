import { mkdir } from 'node:fs/promises'
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
  loader: { '.woff2': 'file', '.html': 'copy' },
  assetNames: '[name]',
}

/** Builds the console: its page, its script and its styles. */
export async function buildConsole(root: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await build({
    ...options,
    absWorkingDir: root,
    outdir: folder,
    entryPoints: ['main.tsx', 'console.css', 'console.html'].map((name) => ({
      in: `console/${name}`,
      out: 'console',
    })),
  })
  await buildHelp(root, folder)
}
