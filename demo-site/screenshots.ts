import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { launchChromium } from '../test/support/browsers/chromium.ts'
import { startDemo } from '../test/support/demo.ts'
import { drawWebp } from './draw-webp.ts'
import { drawEditor } from './editor-frames.ts'
import { pages } from './pages.ts'

/**
 * `node demo-site/screenshots.ts`: takes pictures of the demo for the documents, in `docs/images/`: each landing page as it is beside the
 * same page for a prospect, and a change in the editor. It runs the demo on its own data.
 */
const maximumBytes = 150_000
const viewport = { width: 1280, height: 800 }
/** The prospect for whom each page is shown: the index among the page's links. */
const shownFor = { launch: 3, app: 2 } as const

const [gap, width] = [24, 800]
const style = `
body{margin:0}main{display:flex;gap:${gap}px;background:#fff}figure{flex:none;margin:0}figure,img{width:${width}px}
img{display:block;border-radius:10px;box-shadow:inset 0 0 0 1px #0002}
figcaption{padding:10px 2px 4px;overflow:hidden;color:#555;font:14px/1.3 "Liberation Mono",monospace;white-space:nowrap;text-overflow:ellipsis}`

const dataDir = mkdtempSync(join(tmpdir(), 'motif-screenshots-'))
const demo = await startDemo({ DATA_DIR: dataDir })
const browser = await launchChromium()
try {
  mkdirSync('docs/images', { recursive: true })
  await takeAll(browser)
} finally {
  await browser.close()
  await demo.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function takeAll(browser: Browser): Promise<void> {
  for (const { name } of pages) {
    const [plain = '', ...links] = demo.linksTo(name)
    const personal = links[shownFor[name] - 1] ?? ''
    save(name, await compose(browser, [await take(browser, plain), await take(browser, personal)]))
  }
  save('editor', await drawEditor(browser, demo))
}

interface Shot {
  url: string
  png: Buffer
}

async function take(browser: Browser, url: string): Promise<Shot> {
  const page = await browser.newPage({ viewport, colorScheme: 'light' })
  await page.goto(url, { waitUntil: 'networkidle' })
  if (url.includes('pattern=')) await page.evaluate('motif.ready')
  await page.evaluate('Promise.all([...document.images].map((image) => image.decode()))')
  const png = await page.screenshot()
  await page.close()
  return { url, png }
}

/** Arranges the shots in a row, each with its address below. */
function compose(browser: Browser, shots: readonly Shot[]): Promise<Buffer> {
  return drawWebp(browser, {
    style,
    html: shots.map(figure).join(''),
    width: (width + gap) * shots.length - gap,
    maximumBytes,
  })
}

function figure({ url, png }: Shot): string {
  const address = url.replace(/^http:\/\/[^/]+/, 'example.com').replace(/(pattern=.{6}).+/, '$1…')
  return `<figure><img src="data:image/png;base64,${png.toString('base64')}"><figcaption>${address}</figcaption></figure>`
}

function save(name: string, picture: Buffer): void {
  writeFileSync(`docs/images/demo-${name}.webp`, picture)
  process.stdout.write(`docs/images/demo-${name}.webp  ${Math.round(picture.length / 1000)} KB\n`)
}
