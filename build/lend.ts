import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { build, type Plugin } from 'esbuild'

/** The file that lists what `snippet.js` lends to its chunks. */
export const lentFile = 'snippet/lent.ts'

/** The modules of `snippet/` that are in a bundle, by their paths from the project's folder. */
export async function findModules(root: string, entry: string): Promise<Set<string>> {
  const { metafile } = await build({
    entryPoints: [entry],
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
  })
  return new Set(Object.keys(metafile.inputs).filter((path) => path.startsWith('snippet/')))
}

/**
 * Lets a chunk borrow the modules that `snippet.js` has already: what it imports from them becomes what `snippet/lent.ts` lends. A name
 * that is not lent fails the build.
 */
export function borrow(root: string, modules: Set<string>): Plugin {
  const isAsked = Symbol('asked')
  return {
    name: 'borrow',
    setup({ onResolve, onLoad, resolve }) {
      onResolve({ filter: /^\.{1,2}\// }, async ({ path, importer, kind, pluginData }) => {
        if (pluginData === isAsked || kind === 'entry-point') return undefined
        const found = await resolve(path, {
          kind,
          importer,
          resolveDir: dirname(importer),
          pluginData: isAsked,
        })
        return modules.has(relative(root, found.path)) ? { path: 'lent', namespace: 'lent' } : found
      })
      onLoad({ filter: /.*/, namespace: 'lent' }, async () => {
        const source = await readFile(join(root, lentFile), 'utf8')
        const [, names = ''] = /export const lent = \{([^}]*)\}/.exec(source) ?? []
        // Pure, so that esbuild drops what this chunk does not use.
        const takes = (names.match(/\w+/g) ?? []).map(
          (name) => `export const ${name} = /* @__PURE__ */ (() => lent.${name})()`,
        )
        return { contents: takes.join('\n') }
      })
    },
  }
}

/** A chunk as a function of what it borrows. The names that cross from file to file are words. */
export function asLoan(code: string): string {
  const body = code.replace(/^export \{([^}]*)\};?\s*$/m, (_, names: string) => `return {${names}};`)
  return `export const borrow = (lent) => {${body}};`
}
