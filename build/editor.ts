import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { forBrowsers } from './page-files.ts'

/** Builds the editor into a folder: `editor.js`, one ES module without imports that contains its styles. */
export async function buildEditor(root: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await build({
    ...forBrowsers,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    absWorkingDir: root,
    entryPoints: { editor: 'editor/editor.ts' },
    outdir: folder,
    plugins: [stylesAsText],
  })
}

/** Imports a style sheet as text, with everything that it imports. `:root` becomes `:host`, for the shadow root. */
const stylesAsText: Plugin = {
  name: 'styles-as-text',
  setup({ onLoad, initialOptions: { target } }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { outputFiles } = await build({
        entryPoints: [path],
        bundle: true,
        minify: true,
        write: false,
        outdir: join(path, '..'),
        ...(target && { target }),
      })
      const [sheet] = outputFiles
      return { loader: 'text', contents: (sheet?.text ?? '').replaceAll(':root', ':host') }
    })
  },
}
