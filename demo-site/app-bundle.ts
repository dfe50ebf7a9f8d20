import { fileURLToPath } from 'node:url'
import { build, stop } from 'esbuild'

/** Bundles the React page for browsers, in memory. Throws esbuild's error if the source has a fault. */
export async function bundleApp(): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('pages/app/main.tsx', import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    target: ['chrome120', 'firefox121', 'safari17'],
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    logLevel: 'silent',
  })
  // Otherwise esbuild's process would stay for the next build.
  await stop()
  const [file] = outputFiles
  if (!file) throw new Error('esbuild gave no file')
  return file.contents
}
