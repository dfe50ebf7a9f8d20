import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright'
import { drawWebp } from '../../demo-site/draw-webp.ts'
import { launchChromium } from '../support/browsers/chromium.ts'
import { type Demo, startDemo } from '../support/demo.ts'
import { type LocalServer, startLocalServer } from '../support/local-server.ts'
import type { Frame } from '../support/sight/film.ts'
import { visitSlowly } from './slow-visit.ts'

/**
 * `node test/demo-site/film-strips.ts`: how the demo’s launch page paints for the first prospect on a telephone by slow 4G, with a processor
 * four times slower: by the tag, by the edge, and served already personalised, at the same moments. In `docs/images/`.
 */
const moments = [450, 600, 750, 900, 1050, 1200, 1350, 1500]
const viewport = { width: 390, height: 780 }
/** Each way is visited so often; the visit in the middle is shown, by when its last frame came. */
const visits = 3
const maximumBytes = 120_000

const frameWidth = 184
const gap = 12
const style = `
body{margin:0}main{background:#fff;font:15px/1.3 "Liberation Mono",monospace;color:#555}
h2{margin:0;padding:14px 2px 8px;color:#111;font:600 17px/1.3 "Liberation Sans",sans-serif}
section{display:flex;gap:${gap}px}figure{flex:none;width:${frameWidth}px;margin:0}figcaption{padding:6px 2px}
img,i{display:block;width:100%;aspect-ratio:390/780;border-radius:8px;outline:1px solid #0003;outline-offset:-1px}`

const dataDir = mkdtempSync(join(tmpdir(), 'motif-strips-'))
const demo = await startDemo({ DATA_DIR: dataDir })
await demo.untilPlayed()
const browser = await launchChromium()
try {
  mkdirSync('docs/images', { recursive: true })
  const picture = await draw(browser, demo)
  writeFileSync('docs/images/edge-launch.webp', picture)
  process.stdout.write(`docs/images/edge-launch.webp  ${Math.round(picture.length / 1000)} KB\n`)
} finally {
  await browser.close()
  await demo.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function draw(browser: Browser, demo: Demo): Promise<Buffer> {
  await using served = await servePersonalised(demo)
  const ways = [
    { what: 'The tag', url: demo.linksTo('launch')[1] ?? '' },
    { what: 'The edge', url: demo.edgeLinkTo('launch') },
    { what: 'Served already personalised, without Motif', url: `${served.url}/launch` },
  ]
  const films: Frame[][][] = ways.map(() => [])
  // In turns, so that what else the machine does is shared.
  for (let round = 0; round < visits; round++)
    for (const [way, { url }] of ways.entries()) films[way]?.push(await filmOf(browser, url))
  const html = ways.map(({ what }, way) => row(what, middleOf(films[way] ?? []))).join('')
  const width = (frameWidth + gap) * moments.length - gap
  return drawWebp(browser, { style, html, width, maximumBytes })
}

/** The page as its own server would make it for the prospect: what the edge makes, without tag, record and marks. */
async function servePersonalised(demo: Demo): Promise<LocalServer> {
  const made = await (await fetch(demo.edgeLinkTo('launch'))).text()
  const [head = '', body = ''] = made.split(/(?=<\/head>)/)
  const ownHead = head.replace(/<script[\s\S]*?<\/script>/g, '')
  const page = ownHead + body.replace(/ motif(?:-[a-z]+)?="[^"]*"/g, '')
  return startLocalServer(async ({ path }, response) => {
    const answer = await fetch(new URL(path, demo.linksTo('launch')[0]))
    const sent = path === '/launch' ? page : await answer.bytes()
    const type = answer.headers.get('content-type') ?? ''
    // As the demo's own server does.
    response
      .writeHead(answer.status, { 'content-type': type, 'content-encoding': 'gzip' })
      .end(gzipSync(sent))
  })
}

async function filmOf(browser: Browser, url: string): Promise<Frame[]> {
  const { page, frames } = await visitSlowly(browser, url, { viewport })
  await page.context().close()
  return frames
}

function middleOf(films: Frame[][]): Frame[] {
  const endOf = (film: Frame[]) => film.at(-1)?.atMs ?? 0
  return films.toSorted((one, other) => endOf(one) - endOf(other))[Math.floor(films.length / 2)] ?? []
}

/** What was to be seen at each of the moments; nothing before the first frame. */
function row(what: string, film: Frame[]): string {
  const figures = moments.map((ms) => {
    const seen = film.findLast(({ atMs }) => atMs <= ms)
    const picture = seen ? `<img src="data:image/jpeg;base64,${seen.image}">` : '<i></i>'
    return `<figure>${picture}<figcaption>${ms} ms</figcaption></figure>`
  })
  return `<h2>${what}</h2><section>${figures.join('')}</section>`
}
