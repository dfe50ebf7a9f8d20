import { build } from 'esbuild'
import { buildHelp } from './help.ts'
import { forBrowsers } from './page-files.ts'

/** Builds the console: its page, its script, its styles and its fonts. */
export async function buildConsole(root: string, folder: string): Promise<void> {
  await build({
    ...forBrowsers,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    // The YAML field and the plot are loaded only where they are needed.
    splitting: true,
    chunkNames: '[name]-[hash]',
    loader: { '.woff2': 'file', '.html': 'copy' },
    assetNames: '[name]',
    absWorkingDir: root,
    outdir: folder,
    entryPoints: ['main.tsx', 'console.css', 'console.html'].map((name) => ({
      in: `console/${name}`,
      out: 'console',
    })),
  })
  await buildHelp(root, folder)
}
