import type { Browser } from 'playwright'

const height = 380
const gap = 12
const quality = 68

/** Pictures in a row, each as high as the others, as WebP. */
export async function pictureRow(browser: Browser, pictures: readonly Buffer[]): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1800, height } })
  const images = pictures.map((png) => `<img src="data:image/png;base64,${png.toString('base64')}">`)
  await page.setContent(
    `<style>body{margin:0}main{display:inline-flex;gap:${gap}px;background:#8884}img{height:${height}px}</style>
    <main>${images.join('')}</main>`,
  )
  await page.evaluate('Promise.all([...document.images].map((image) => image.decode()))')
  const width = await page.evaluate<number>('document.querySelector("main").offsetWidth')
  const session = await page.context().newCDPSession(page)
  const clip = { x: 0, y: 0, width, height, scale: 1 }
  const options = { format: 'webp', quality, clip, captureBeyondViewport: true } as const
  const { data } = await session.send('Page.captureScreenshot', options)
  await page.close()
  return Buffer.from(data, 'base64')
}
