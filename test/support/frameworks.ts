import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { compile as compileSvelte } from 'svelte/compiler'
import { compileScript, parse as parseVue } from 'vue/compiler-sfc'

export type Framework = 'react' | 'vue' | 'svelte'

const folder = 'test/fixtures/frameworks'

/** Bundles a fixture's script for the browser, as its framework's own tools would for production. */
export async function bundleClient(name: string, ...plugins: Plugin[]): Promise<string> {
  const given = options('client')
  const { outputFiles } = await build({
    ...given,
    plugins: [...(given.plugins ?? []), ...plugins],
    entryPoints: [entry(name, 'client')],
  })
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
export async function renderOnServer(name: string): Promise<string> {
  return (await loadServer(name)).render()
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

async function loadServer(name: string): Promise<Server> {
  await mkdir('node_modules/.cache', { recursive: true })
  const draft = await mkdtemp('node_modules/.cache/motif-render-')
  try {
    const { outputFiles } = await build({ ...options('server'), entryPoints: [entry(name, 'server')] })
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

function options(side: Side): BuildOptions & { write: false } {
  return {
    write: false,
    bundle: true,
    minify: side === 'client',
    format: side === 'client' ? 'iife' : 'esm',
    platform: side === 'client' ? 'browser' : 'node',
    ...(side === 'server' ? { packages: 'external' } : { conditions: ['browser', 'production'] }),
    jsx: 'automatic',
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    plugins: [vue(side), svelte(side)],
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
