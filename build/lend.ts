import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { build, type Plugin } from 'esbuild'

/** A file that lends to chunks what it has. */
interface Lender {
  /** Its modules, by their paths from the project's folder. */
  modules: Set<string>
  /** The names that it lends. */
  names: string[]
  /** The chunks that borrow from it. Default: all. */
  borrowers?: string[]
}

/**
 * The files that lend: `snippet.js` to all chunks, by the list in `snippet/lent.ts`, and `track` and `follow`
 * what they export to those that come with them or in their place.
 */
export async function findLenders(root: string): Promise<Lender[]> {
  const namesIn = async (path: string, list: RegExp) =>
    [...(await readFile(join(root, path), 'utf8')).matchAll(list)].flatMap(
      ([, names]) => names?.match(/\w+/g) ?? [],
    )
  const lenderOf = async (chunk: string, borrowers: string[]): Promise<Lender> => ({
    modules: await findModules(root, chunk),
    names: await namesIn(chunk, /^export \{([^}]*)\}/gm),
    borrowers,
  })
  return [
    {
      modules: await findModules(root, 'snippet/script.ts'),
      names: await namesIn('snippet/lent.ts', /^export const lent = \{([^}]*)\}/gm),
    },
    await lenderOf('snippet/track/track.ts', ['preview', 'spool']),
    await lenderOf('snippet/follow/follow.ts', ['edge', 'frameworks', 'html']),
  ]
}

/** The modules of `snippet/` in a bundle. Those of `wire/` are words and tables, which each file has for itself. */
async function findModules(root: string, entry: string): Promise<Set<string>> {
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

/** Lets a chunk borrow the modules that its lenders have already. A name that is not lent fails the build. */
export function borrow(root: string, chunk: string, all: Lender[]): Plugin {
  const lenders = all.filter(({ borrowers = [chunk] }) => borrowers.includes(chunk))
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
        const isLent = lenders.some(({ modules }) => modules.has(relative(root, found.path)))
        return isLent ? { path: 'lent', namespace: 'lent' } : found
      })
      onLoad({ filter: /.*/, namespace: 'lent' }, () => ({
        // Pure, so that esbuild drops what this chunk does not use.
        contents: lenders
          .flatMap(({ names }) => names)
          .map((name) => `export const ${name} = /* @__PURE__ */ (() => lent.${name})()`)
          .join('\n'),
      }))
    },
  }
}

/**
 * A chunk as a function of what it borrows. The names that cross from file to file are words. It runs once, like any module: DOMPurify
 * may create its Trusted Types policy only once.
 */
export function asLoan(code: string): string {
  const body = code.replace(/^export \{([^}]*)\};?\s*$/m, (_, names: string) => `return {${names}};`)
  return `let made; export const borrow = (lent) => (made ??= (() => {${body}})());`
}
