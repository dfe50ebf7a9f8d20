import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** The pages of `test/fixtures/redesigns`, by name. */
export const themePages: Record<string, string> = Object.fromEntries(
  globSync('test/fixtures/redesigns/*.before.html')
    .sort()
    .map((file) => [basename(file, '.before.html'), file]),
)

/**
 * One of them as a site has it: with the tag, looks of its own, and pictures that are there. Each has something of every
 * type to change: a page without a picture gets one.
 */
export function themePage(name: string, motif: string): string {
  const html = readFileSync(themePages[name] ?? '', 'utf8').replaceAll(
    / (src|srcset)="[^"]*"/g,
    ' $1="/its-own.svg"',
  )
  const start = html.indexOf('>', html.indexOf('<body')) + 1
  const picture = html.includes('<img')
    ? ''
    : '<p class="picture"><img src="/its-own.svg" alt="A picture"></p>'
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${name}</title><style>${looks}</style><script async src="${motif}/snippet.js"></script></head>
<body>${html.slice(start, html.lastIndexOf('</body>'))}${picture}</body></html>`
}

/** Enough for a page to have a shape: what is beside, above and around another does move when it changes its size. */
const looks = `
body { margin: 0; font: 17px/1.5 Georgia, serif; color: #1d2733; }
header { padding: 60px 40px; background: linear-gradient(120deg, #173a5e, #5b8db8); color: #fff; }
section, footer { padding: 36px 40px; border-top: 1px solid #ccd; }
h1, .title { font-size: 44px; line-height: 1.15; letter-spacing: -0.02em; margin: 0 0 12px; }
h2 { font-size: 30px; text-transform: capitalize; }
p::first-letter { font-weight: bold; }
ul { display: flex; flex-wrap: wrap; gap: 6px 24px; padding-inline-start: 20px; }
.row, .columns { display: flex; flex-wrap: wrap; gap: 20px; }
.row > *, .columns > * { flex: 1 1 240px; min-width: 0; }
.btn, .button { display: inline-block; padding: 10px 18px; border-radius: 6px; background: #c2570c; color: #fff; }
img { max-width: 240px; border-radius: 8px; }
a:hover, a:focus { text-decoration-thickness: 3px; }`
