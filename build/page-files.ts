import { createHash } from 'node:crypto'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { minify } from 'terser'
import { type FormerChunks, writeChunkHistory } from './chunk-history.ts'

/** Where each file that pages load begins. */
export const entries = {
  loader: 'loader/loader.ts',
  snippet: 'snippet/script.ts',
  module: 'snippet/module.ts',
  types: 'snippet/public.d.ts',
  chunks: {
    track: 'snippet/chunks/track.ts',
    preview: 'snippet/chunks/preview.ts',
    sanitiser: 'snippet/chunks/sanitiser.ts',
    spool: 'snippet/chunks/spool.ts',
    frameworks: 'snippet/chunks/frameworks.ts',
    editing: 'snippet/chunks/editing.ts',
  },
}

/** What files for browsers have in common. */
export const forBrowsers: BuildOptions = {
  bundle: true,
  format: 'esm',
  target: ['chrome120', 'firefox121', 'safari17'],
  legalComments: 'none',
}

/**
 * Has Chromium compile a whole file beside the page's own work while it arrives, instead of each function when it is first
 * called: on a slow telephone half of what the script costs before the paint. Others take it for a comment.
 */
const compiledOnArrival = '//# allFunctionsCalledOnLoad\n'

export interface Sources {
  /** The project's folder. */
  root: string
  version: string
}

export interface PageFiles extends Sources {
  /** Where the files go. */
  dist: string
  /** Chunks of earlier builds that `dist` has still. */
  former: FormerChunks
}

/** Builds the scripts that pages load, the module, and the chunks of both. */
export async function buildPageFiles(files: PageFiles): Promise<void> {
  const { root, dist, former } = files
  await mkdir(dist, { recursive: true })
  const chunks = await buildChunks(files)
  const [modules] = await Promise.all([
    buildModule(files, dist),
    buildScript(files, 'snippet', { files: chunks }),
    buildScript(files, 'loader'),
    copyFile(join(root, entries.types), join(dist, 'motif.d.ts')),
  ])
  const chunksOfModule = modules.filter((name) => name !== 'motif.js')
  await writeChunkHistory(dist, [...Object.values(chunks), ...chunksOfModule], former)
}

/**
 * Builds the classic script's chunks, and gives their names by what they are for. A classic script can import an ES
 * module by its URL but not be split from it, so each is a build of its own. Their names have the hash of their
 * content: pages cache and pin the script and its chunks apart, and those of one build have to find each other.
 */
async function buildChunks(files: PageFiles): Promise<Record<string, string>> {
  const built = Object.entries(entries.chunks).map(async ([chunk, entry]) => {
    const [bundled] = await bundle(files, entry)
    const code = compiledOnArrival + bundled.code
    const name = `${chunk}-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`
    await writeFile(join(files.dist, name), code)
    return [chunk, name]
  })
  return Object.fromEntries(await Promise.all(built))
}

/** Builds a classic script, which keeps its names to itself: in a block, which `let` does not leave. */
async function buildScript(
  files: PageFiles,
  name: 'loader' | 'snippet',
  constants: Record<string, unknown> = {},
): Promise<void> {
  const [bundled] = await bundle(files, entries[name], { define: literals(constants) })
  const inBlock = `{${bundled.code.replace(/;$/, '').replace(/^var /, 'let ')}}`
  if (/\bvar\b/.test(inBlock)) throw new Error(`${name}.js would leave a name in the page`)
  // The loader stands in the page, where nothing is compiled on arrival.
  const code = name === 'loader' ? inBlock : compiledOnArrival + inBlock
  await writeFile(join(files.dist, `${name}.js`), code)
}

/**
 * Builds the ES module and its chunks, which it imports by names that stand in it, so that bundlers follow them. Gives
 * the names of all.
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

/** esbuild bundles; terser minifies what pages load, 6 % smaller after brotli than esbuild would. */
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
    compress: { passes: 5, unsafe_arrows: true, hoist_props: true, inline: 1, unsafe_methods: true },
  })
  return code
}

/** Constants as esbuild wants them. */
function literals(constants: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)]))
}
