import { build } from 'esbuild'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { original } from './changes.ts'
import { App } from './hydrated-app.ts'
import { documentOf, type Landing } from './landing.ts'

/** The same landing page, rendered by React on the server and hydrated in the browser. */
export async function bundleHydratedLanding(): Promise<Landing> {
  const { outputFiles } = await build({
    entryPoints: ['bench/page/hydrated-client.ts'],
    define: { 'process.env.NODE_ENV': '"production"' },
    bundle: true,
    minify: true,
    write: false,
  })
  return {
    html: (head, parts = original) => {
      const data = JSON.stringify(parts).replaceAll('<', '\\u003c')
      return documentOf(
        `${head}\n<script defer src="/app.js"></script>`,
        `<div id="root">${renderToString(createElement(App, parts))}</div>\n<script type="application/json" id="parts">${data}</script>`,
      )
    },
    scripts: new Map([['/app.js', outputFiles[0]?.text ?? '']]),
  }
}
