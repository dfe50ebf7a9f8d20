import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { forBrowsers } from './page-files.ts'

/** Builds the editor into a folder: `editor.js`, one ES module without imports that contains its styles. */
export async function buildEditor(root: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const { outputFiles } = await build({
    ...forBrowsers,
    write: false,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    absWorkingDir: root,
    entryPoints: { editor: 'editor/editor.ts' },
    outdir: folder,
    plugins: [stylesAsText],
  })
  for (const { path, text } of outputFiles) await writeFile(path, withOwnExports(text))
}

/**
 * esbuild's helper for `import()` of a module in the same file, which copies inherited names too. On a page that extends
 * `Object.prototype` it throws: https://github.com/evanw/esbuild/blob/main/internal/runtime/runtime.go (`__export`).
 */
const exportHelper = /(for\(var (\w+) )in (\w+)(\)[\w$]+\(\w+,\2,\{get:\3\[\2\])/g

/** A built file whose modules export their own names only. */
function withOwnExports(code: string): string {
  return code.replace(exportHelper, '$1of Object.keys($3)$4')
}

/** Imports a style sheet as text, with everything that it imports. `:root` becomes the editor’s own layer, which no rule of a page matches. */
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
      return { loader: 'text', contents: (sheet?.text ?? '').replaceAll(':root', '.layer') }
    })
  },
}
