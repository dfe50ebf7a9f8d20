import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { launchChromium } from '../test/support/browsers/chromium.ts'
import { startDemo } from '../test/support/demo.ts'
import { drawWebp } from './draw-webp.ts'
import { type Shot, shootEditor, viewport } from './editor-frames.ts'
import { pages } from './pages.ts'

/**
 * `node demo-site/screenshots.ts`: takes pictures of the demo for the documents, in `docs/images/`: each landing page as it is beside the
 * same page for a prospect, and a change in the editor. It runs the demo on its own data.
 */
const maximumBytes = 160_000
/** The prospect for whom each page is shown: the index among the page's links. */
const shownFor = { launch: 3, app: 2 } as const

const [gap, width] = [24, 800]
const style = `
body{margin:0}main{display:grid;grid-template-columns:1fr 1fr;gap:${gap}px;background:#fff}figure{margin:0}
img{display:block;width:100%;border-radius:10px;box-shadow:0 0 0 1px #0002}
figcaption{padding:8px 2px;overflow:hidden;color:#333;font:17px/1.3 "Liberation Sans",sans-serif;white-space:nowrap;text-overflow:ellipsis}`

const dataDir = mkdtempSync(join(tmpdir(), 'motif-screenshots-'))
const demo = await startDemo({ DATA_DIR: dataDir })
const browser = await launchChromium()
try {
  mkdirSync('docs/images', { recursive: true })
  for (const { name } of pages) {
    const links = demo.linksTo(name)
    await save(name, [
      await shoot(browser, links[0] ?? ''),
      await shoot(browser, links[shownFor[name]] ?? ''),
    ])
  }
  await save('editor', await shootEditor(browser, demo))
} finally {
  await browser.close()
  await demo.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function shoot(browser: Browser, url: string): Promise<Shot> {
  const page = await browser.newPage({ viewport, colorScheme: 'light' })
  await page.goto(url, { waitUntil: 'networkidle' })
  if (url.includes('pattern=')) await page.evaluate('motif.ready')
  await page.evaluate('Promise.all([...document.images].map((image) => image.decode()))')
  const png = await page.screenshot()
  await page.close()
  return { caption: url.replace(/^http:\/\/[^/]+/, 'example.com').replace(/(pattern=.{6}).+/, '$1…'), png }
}

/** Writes a picture of shots, two in a row, each with its caption below. */
async function save(name: string, shots: readonly Shot[]): Promise<void> {
  const figures = shots.map(
    ({ caption, png }) =>
      `<figure><img src="data:image/png;base64,${png.toString('base64')}"><figcaption>${caption}</figcaption></figure>`,
  )
  const drawing = { style, html: figures.join(''), width: 2 * width + gap, maximumBytes }
  const picture = await drawWebp(browser, drawing)
  writeFileSync(`docs/images/demo-${name}.webp`, picture)
  process.stdout.write(`docs/images/demo-${name}.webp  ${Math.round(picture.length / 1000)} KB\n`)
}
