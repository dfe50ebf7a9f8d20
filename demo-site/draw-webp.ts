import type { Browser, Page } from 'playwright'

/** What to draw: the styles, the HTML of `main`, and its width in CSS pixels. */
interface Drawing {
  style: string
  html: string
  width: number
  maximumBytes: number
}

/** Renders HTML with its pictures as WebP, in the best quality that is not larger than `maximumBytes`. */
export async function drawWebp(browser: Browser, drawing: Drawing): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: drawing.width, height: 100 } })
  await page.setContent(`<style>${drawing.style}</style><main>${drawing.html}</main>`)
  await page.evaluate('Promise.all([...document.images].map((image) => image.decode()))')
  for (let quality = 88; ; quality -= 6) {
    const picture = await capture(page, quality)
    if (picture.length > drawing.maximumBytes && quality > 20) continue
    await page.close()
    return picture
  }
}

async function capture(page: Page, quality: number): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const height = await page.evaluate<number>('document.querySelector("main").offsetHeight')
  const clip = { x: 0, y: 0, width: page.viewportSize()?.width ?? 0, height, scale: 1 }
  const options = { format: 'webp', quality, clip, captureBeyondViewport: true } as const
  const { data } = await session.send('Page.captureScreenshot', options)
  return Buffer.from(data, 'base64')
}
