import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { build } from 'esbuild'

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
let bundle: Promise<string> | undefined

export async function fileOf(path: string): Promise<string | Uint8Array | undefined> {
  if (path === '/snippet.js') {
    bundle ??= build({
      stdin: { contents: shim, resolveDir: process.cwd() },
      bundle: true,
      minify: true,
      format: 'iife',
      mangleProps: /_$/,
      write: false,
    }).then((result) => result.outputFiles[0]?.text ?? '')
    return bundle
  }
  return existsSync(`dist${path}`) ? readFile(`dist${path}`) : undefined
}
