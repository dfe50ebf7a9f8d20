import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { compile as compileSvelte } from 'svelte/compiler'
import { compileScript, parse as parseVue } from 'vue/compiler-sfc'
import { packedFolder } from './packed.ts'

/** How a fixture is built, if not for production and with the framework that is installed. */
export interface Build {
  isDevelopment?: boolean
  isReact18?: boolean
  plugins?: Plugin[]
}

const folder = 'test/fixtures/frameworks'

/** Bundles a fixture's script for the browser, as its framework's own tools would. */
export async function bundleClient(name: string, how: Build = {}): Promise<string> {
  const { outputFiles } = await build(await options(name, 'client', how))
  return outputFiles[0]?.text ?? ''
}

/** Vue as it was before 3.5.43: a component that hydrates has no subtree before its setup has come. */
export const olderVue: Plugin = {
  name: 'older-vue',
  setup({ onLoad }) {
    onLoad({ filter: /runtime-core\.esm-bundler\.js$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8')
      const contents = code.replace(
        'isAsyncWrapper(vnode) || vnode.component.asyncDep',
        'isAsyncWrapper(vnode)',
      )
      if (contents === code) throw new Error('Vue gives such components their subtree elsewhere now')
      return { contents, loader: 'js' }
    })
  },
}

/** What the fixture's server would answer: the HTML of the page's root. */
export async function renderOnServer(name: string, how: Build = {}): Promise<string> {
  return (await loadServer(name, how)).render()
}

/** What a fixture's server sends at once, and what follows when its data are there. */
export async function renderInParts(name: string): Promise<Parts> {
  return (await loadServer(name)).renderInParts()
}

interface Parts {
  shell: string
  rest: string
}

interface Server {
  render(): Promise<string>
  renderInParts(): Promise<Parts>
}

async function loadServer(name: string, how: Build = {}): Promise<Server> {
  await mkdir('node_modules/.cache', { recursive: true })
  const draft = await mkdtemp('node_modules/.cache/motif-render-')
  try {
    const { outputFiles } = await build(await options(name, 'server', how))
    const file = join(draft, 'server.mjs')
    await writeFile(file, outputFiles[0]?.contents ?? '')
    return await import(/* @vite-ignore */ pathToFileURL(file).href)
  } finally {
    await rm(draft, { recursive: true })
  }
}

type Side = 'client' | 'server'

function entry(name: string, side: Side): string {
  const path = join(folder, name, `${side}.ts`)
  return existsSync(path) ? path : `${path}x`
}

/** What stands in for a package: those of a fixture that are not installed are packed once. */
async function aliases(name: string, side: Side, { isReact18 }: Build): Promise<Record<string, string>> {
  const packed = async (spec: string, file: string) => join(await packedFolder(spec), 'package', file)
  if (name === 'preact') return { react: 'preact/hooks' }
  if (name === 'solid') {
    const solid = (file: string) => packed('solid-js@1.9.20', file)
    if (side === 'client')
      return { 'solid-js/web': await solid('web/dist/web.js'), 'solid-js': await solid('dist/solid.js') }
    return {
      'solid-js/web': await solid('web/dist/server.js'),
      'solid-js': await solid('dist/server.js'),
      'seroval-plugins/web': await packed('seroval-plugins@1.6.12', 'dist/web.js'),
      seroval: await packed('seroval@1.6.12', 'dist/index.js'),
    }
  }
  if (!isReact18) return {}
  return {
    'react-dom/server': await packed('react-dom@18.3.1', 'server.browser.js'),
    'react-dom': await packed('react-dom@18.3.1', ''),
    react: await packed('react@18.3.1', ''),
    scheduler: await packed('scheduler@0.23.2', ''),
  }
}

async function options(name: string, side: Side, how: Build): Promise<BuildOptions & { write: false }> {
  const mode = how.isDevelopment ? 'development' : 'production'
  return {
    entryPoints: [entry(name, side)],
    write: false,
    bundle: true,
    minify: side === 'client' && !how.isDevelopment,
    alias: await aliases(name, side, how),
    format: side === 'client' ? 'iife' : 'esm',
    platform: side === 'client' ? 'browser' : 'node',
    ...(side === 'server' ? { packages: 'external' } : { conditions: ['browser', mode] }),
    jsx: 'automatic',
    jsxImportSource: name === 'preact' ? 'preact' : 'react',
    define: {
      'process.env.NODE_ENV': JSON.stringify(mode),
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    plugins: [vue(side), svelte(side), ...(how.plugins ?? [])],
  }
}

function vue(side: Side): Plugin {
  return {
    name: 'vue',
    setup({ onLoad }) {
      onLoad({ filter: /\.vue$/ }, async ({ path }) => {
        const { descriptor } = parseVue(await readFile(path, 'utf8'), { filename: path })
        const ssr = side === 'server'
        const templateOptions = { ssr, ssrCssVars: [] }
        const { content } = compileScript(descriptor, {
          id: 'app',
          inlineTemplate: true,
          isProd: true,
          templateOptions,
        })
        return { contents: content, loader: 'ts' }
      })
    },
  }
}

function svelte(generate: Side): Plugin {
  return {
    name: 'svelte',
    setup({ onLoad }) {
      onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
        const { js } = compileSvelte(await readFile(path, 'utf8'), { filename: path, generate, dev: false })
        return { contents: js.code, loader: 'js' }
      })
    },
  }
}
