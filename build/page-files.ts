import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { minify } from 'terser'

/** The entry of each file that pages load. */
export const entries = {
  loader: 'loader/loader.ts',
  snippet: 'snippet/script.ts',
  module: 'snippet/module.ts',
  types: 'snippet/public.d.ts',
  rare: {
    bridge: 'snippet/rare/bridge.ts',
    edge: 'snippet/rare/edge.ts',
    editing: 'snippet/rare/editing.ts',
    preview: 'snippet/rare/preview.ts',
    sanitiser: 'snippet/rare/sanitiser.ts',
    storage: 'snippet/rare/storage.ts',
  },
}

/** The options of all files for browsers. */
export const forBrowsers: BuildOptions = {
  bundle: true,
  format: 'esm',
  target: ['chrome120', 'firefox121', 'safari17'],
  legalComments: 'none',
}

/**
 * Makes Chromium compile a whole file in the background while it arrives, instead of each function at its first call. On a slow
 * telephone this saves half of the script's cost before the paint. For other browsers it is a comment.
 */
const compiledOnArrival = '//# allFunctionsCalledOnLoad\n'

export interface Sources {
  /** The project's folder. */
  root: string
  version: string
}

interface PageFiles extends Sources {
  /** The folder for the files. */
  dist: string
}

/** Builds the scripts that pages load, the module, and the rare files of both. */
export async function buildPageFiles(files: PageFiles): Promise<void> {
  const { root, dist } = files
  await mkdir(dist, { recursive: true })
  const hash = await buildRareFiles(files)
  await Promise.all([
    buildModule(files, dist),
    buildScript(files, 'snippet', { hash }),
    buildScript(files, 'loader'),
    copyFile(join(root, entries.types), join(dist, 'motif.d.ts')),
  ])
}

/**
 * Builds the rare files of the classic script. Returns the hash of what is in them, which their names have. A classic script can import
 * an ES module by its URL, but esbuild cannot split a classic script. Pages cache and pin the script and its rare files separately, and
 * files of one build must find each other.
 */
async function buildRareFiles(files: PageFiles): Promise<string> {
  const built = Object.entries(entries.rare).map(async ([purpose, entry]) => {
    const [{ code }] = await bundle(files, entry)
    return { purpose, code }
  })
  const rare = await Promise.all(built)
  const all = rare.map(({ code }) => code).join()
  const hash = createHash('sha256').update(all).digest('hex').slice(0, 8)
  await Promise.all(
    rare.map(({ purpose, code }) => writeFile(join(files.dist, `${purpose}-${hash}.js`), code)),
  )
  return hash
}

/** The path of a rare file of the build in a folder, which `snippet.js` there asks for. */
export function rareFile(name: keyof typeof entries.rare, dist = 'dist'): string {
  const [hash] = /[0-9a-f]{8}(?=\.js)/.exec(readFileSync(join(dist, 'snippet.js'), 'utf8')) ?? []
  if (!hash) throw new Error(`${dist}/snippet.js asks for no rare file`)
  return join(dist, `${name}-${hash}.js`)
}

/** Builds a classic script. It is wrapped in a function, so that it leaves no name in the page. */
async function buildScript(
  files: PageFiles,
  name: 'loader' | 'snippet',
  constants: Record<string, unknown> = {},
): Promise<void> {
  const [{ code }] = await bundle(files, entries[name], { define: literals(constants) })
  const wrapped = `(()=>{${code.replace(/;$/, '')}})()`
  // The loader is inline in the page, where the comment has no effect.
  const text = name === 'loader' ? wrapped : compiledOnArrival + wrapped
  await writeFile(join(files.dist, `${name}.js`), text)
}

/**
 * Builds the ES module and its chunks, which it imports by literal names, so that bundlers follow them. Returns the names of all
 * files.
 */
export async function buildModule(
  sources: Sources,
  folder: string,
  options: BuildOptions = {},
): Promise<string[]> {
  const bundled = await bundle(
    sources,
    { motif: entries.module },
    {
      ...options,
      splitting: true,
      chunkNames: 'motif-[name]-[hash]',
    },
  )
  await mkdir(folder, { recursive: true })
  await Promise.all(bundled.map(({ name, code }) => writeFile(join(folder, name), code)))
  return bundled.map(({ name }) => name)
}

interface Bundled {
  name: string
  code: string
}

/** Bundles by esbuild. terser minifies what pages load: after brotli 6 % smaller than by esbuild. */
async function bundle(
  { root, version }: Sources,
  entry: string | Record<string, string>,
  options: BuildOptions = {},
): Promise<[Bundled, ...Bundled[]]> {
  const { outputFiles = [] } = await build({
    ...forBrowsers,
    ...options,
    absWorkingDir: root,
    entryPoints: typeof entry === 'string' ? [entry] : entry,
    outdir: root,
    write: false,
    minifySyntax: true,
    define: { ...options.define, ...literals({ version }) },
  })
  const bundled = outputFiles.map(async ({ path, text }) => ({
    name: basename(path),
    code: await shorten(text),
  }))
  return (await Promise.all(bundled)) as [Bundled, ...Bundled[]]
}

async function shorten(text: string): Promise<string> {
  const { code = '' } = await minify(text, {
    module: true,
    ecma: 2020,
    // A bundler of an app leaves these addresses alone: they are known only in the page. And a page may be in any encoding.
    format: { comments: /webpackIgnore|@vite-ignore/, ascii_only: true },
    compress: { passes: 5, unsafe_arrows: true, hoist_props: true, inline: 1, unsafe_methods: true },
  })
  return code
}

/** Constants in the form that esbuild expects. */
function literals(constants: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)]))
}
