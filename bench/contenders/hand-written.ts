import { randomBytes } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import type { Contender, Places } from './contender.ts'

/**
 * What a developer would write for this one page: the classic anti-flicker class, an inline fetch of the same record as Motif, and an
 * assignment for each change. It observes nothing, measures nothing and trusts the record.
 */
export const handWritten: Contender = {
  name: 'hand-written',
  head: (places) => `${hiding}<script>${ask(places)}${apply}</script>`,
}

/**
 * The same, but a separate file applies the record. It is loaded beside the record, as Motif's is, and padded with a comment of
 * random letters, so that its size alone makes the difference.
 *
 * @param bytes the size of the file after brotli
 */
export function handWrittenInFile(bytes: number): Contender {
  const file = { type: 'text/javascript', body: filledUp(bytes) }
  return {
    name: `hand-written, in a file of ${bytes.toLocaleString('en-US')} B`,
    head: (places) =>
      `${hiding}<script>${ask(places)}</script><script async src="${places.vendor}/apply.js"></script>`,
    answer: (path) => (path === '/apply.js' ? file : undefined),
  }
}

const hiding = '<style>.async-hide { opacity: 0 !important }</style>'

/** Hides the page for 4 s at most, and asks for the record. */
const ask = ({ motif, pattern }: Places) => `
document.documentElement.classList.add('async-hide')
function show() { document.documentElement.classList.remove('async-hide') }
setTimeout(show, 4000)
var record = fetch('${motif}/p/${pattern}').then(function (answer) { return answer.json() });`

const apply = `
(function () {
  function apply() {
    record.then(function (record) {
      record.content.forEach(function (item) {
        var element = document.querySelector(item.selector)
        if (item.type === 'text') element.textContent = item.payload
        else if (item.type === 'html') element.innerHTML = item.payload
        else element.setAttribute(item.type, item.payload)
      })
    }).then(show, show)
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', apply)
  else apply()
})()
`

/** The script, with a comment that makes it as large as wanted, give or take three bytes. */
function filledUp(bytes: number): string {
  const noise = randomBytes(2 * bytes).toString('base64')
  const withNoise = (length: number) => `${apply}//${noise.slice(0, length)}`
  let [low, high] = [0, noise.length]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (brotliCompressSync(withNoise(middle)).length > bytes) high = middle
    else low = middle
  }
  return withNoise(low)
}
