import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type BuildOptions, build } from 'esbuild'

/** TEMP shim until the snippet is wired. */
const shim = `
import { startTracking } from './snippet/track/index.ts'
const script = document.currentScript
const host = new URL(script.src).origin
const pattern = new URLSearchParams(location.search).get('pattern')
const data = script.dataset
const told = (event) => document.dispatchEvent(new CustomEvent('motif:' + event.type, { detail: event }))
fetch(host + '/p/' + pattern).then(r => r.json()).then((record) => {
  const tracking = startTracking({ record, host, consent: data.consent, gpc: data.gpc, storage: data.storage, emit: told })
  window.motif = { consent: tracking.consent, stop: tracking.stop, tracking }
  new MutationObserver(tracking.changed).observe(document, { subtree: true, childList: true, attributes: true })
  tracking.report({ applied: [], missing: [], refused: [], contested: [] })
})
`
const built = new Map<string, Promise<string>>()

export async function fileOf(path: string): Promise<string | Uint8Array | undefined> {
  if (path === '/snippet.js')
    return once(path, { stdin: { contents: shim, resolveDir: process.cwd() }, format: 'iife' })
  if (path === '/spool.js') return once(path, { entryPoints: ['snippet/lazy/spool.ts'], format: 'esm' })
  return existsSync(`dist${path}`) ? readFile(`dist${path}`) : undefined
}

function once(path: string, options: BuildOptions): Promise<string> {
  const code = built.get(path) ?? bundle(options)
  built.set(path, code)
  return code
}

async function bundle(options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    ...options,
    bundle: true,
    minify: true,
    mangleProps: /[a-z]_$/,
    write: false,
  })
  return outputFiles?.[0]?.text ?? ''
}
