import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packedFolder } from '../test/support/packed.ts'
import { type Parts, personalised } from './page/landing.ts'

/** The addresses and values that a contender's page and backend can use. */
interface Places {
  /** The contender's own servers, as one origin for files and data. In reality they are often two. */
  vendor: string
  /** Motif's service. */
  motif: string
  /** The pattern of the content record. */
  pattern: string
  /** The tag, as Motif gives it. */
  tag: string
}

/** One way to personalise the landing page. */
export interface Contender {
  name: string
  /** What to paste into the head, by its documents. */
  head?(places: Places): string
  /** The parts of the page, if the server fills them in. */
  parts?: Parts
  /** Whether its page comes through `motif edge`. */
  isByEdge?: boolean
  /** Whose paint its own is compared with. */
  beside?: string
  /** Of its own backend, the answers, by path; `undefined`: 404. Text is compressed with brotli. */
  answer?(path: string): Promise<{ type?: string; body: string } | undefined>
}

/** The scripts of other products, as their documents embed them: a file of an npm package at a version. */
export const rivalScripts = {
  'GrowthBook auto.min.js': ['@growthbook/growthbook@1.8.0', 'dist/bundles/auto.min.js'],
  alloy: ['@adobe/alloy@2.33.1', 'dist/alloy.min.js'],
  'PostHog array.js': ['posthog-js@1.434.18', 'dist/array.js'],
} as const

export type RivalScript = keyof typeof rivalScripts

export async function scriptOf(rival: RivalScript): Promise<string> {
  const [spec, path] = rivalScripts[rival]
  return readFile(join(await packedFolder(spec), 'package', path), 'utf8')
}

/** The page as it is. */
export const untouched: Contender = { name: 'untouched' }

/** The page served already personalised: a script cannot be faster. */
export const served: Contender = { name: 'served personalised', parts: personalised }

/** The tag: the loader, inline. */
const motif: Contender = { name: 'Motif', head: ({ tag }) => tag, beside: 'hand-written' }

/** The page with the tag, behind `motif edge`. */
const motifByEdge: Contender = { ...motif, name: 'Motif, edge', isByEdge: true, beside: served.name }

/**
 * What a developer would write for this one page: the classic anti-flicker class, an inline fetch of the same record as Motif, and an
 * assignment for each change. It observes nothing, measures nothing and trusts the record.
 */
const handWritten: Contender = {
  name: 'hand-written',
  head: (places) =>
    byHand(places, `document.addEventListener('DOMContentLoaded', function () { ${assign} })`),
}

/** The same, but its assignments come in a file as large as Motif's: what any script of that size costs. */
const handWrittenFile: Contender = {
  name: 'hand-written, in a file of 10 KB',
  head: (places) => byHand(places, `import('${places.vendor}/hand.js')`),
  answer: async () => ({ type: 'text/javascript', body: file }),
  beside: handWritten.name,
}

const byHand = (
  { motif, pattern }: Places,
  rest: string,
) => `<style>.async-hide { opacity: 0 !important }</style><script>
document.documentElement.classList.add('async-hide')
function show() { document.documentElement.classList.remove('async-hide') }
setTimeout(show, 4000)
var record = fetch('${motif}/p/${pattern}').then(function (answer) { return answer.json() })
${rest}
</script>`
const assign = `record.then(function (record) {
  record.content.forEach(function (item) {
    var element = document.querySelector(item.selector)
    if (item.type === 'text') element.textContent = item.payload
    else if (item.type === 'html') element.innerHTML = item.payload
    else element.setAttribute(item.type, item.payload)
  })
}).then(show, show)`
const file = `(function go() { if (document.readyState === 'loading') setTimeout(go, 10); else ${assign} })() // ${randomBytes(9900).toString('base64')}`

/** All but the products of others. */
export const withoutRivals = [motif, motifByEdge, handWritten, handWrittenFile, served, untouched]
