import type { Browser } from 'playwright'
import { viewport } from './browser.ts'
import type { Frame } from './visit.ts'

/** What the headline of a frame is. */
export type Sight = 'original' | 'personalised' | 'neither'

/** Tells what the headline of each frame is, beside two frames of which that is known. */
export type Classify = (frames: Frame[]) => Promise<Sight[]>

/** Where the headline is, in CSS pixels. */
const headline = { x: 32, y: 80, width: 500, height: 104 }

/** Compares pixels in a canvas of a page of its own, so that no decoder is needed. */
export async function createClassifier(
  browser: Browser,
  original: Frame,
  personalised: Frame,
): Promise<Classify> {
  const page = await browser.newPage()
  await page.evaluate(keepReferences, {
    images: [original.image, personalised.image] as [string, string],
    region: headline,
    pageWidth: viewport.width,
  })
  return async (frames) => {
    const sights: Sight[] = []
    for (const { image } of frames)
      sights.push(await page.evaluate((source) => window.classify(source), image))
    return sights
  }
}

interface References {
  images: [string, string]
  region: typeof headline
  pageWidth: number
}

async function keepReferences({ images, region, pageWidth }: References) {
  async function pixelsOf(source: string): Promise<Uint8ClampedArray> {
    const image = new Image()
    image.src = `data:image/jpeg;base64,${source}`
    await image.decode()
    const scale = image.naturalWidth / pageWidth
    const canvas = new OffscreenCanvas(250, 52)
    const context = canvas.getContext('2d', { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D
    const { x, y, width, height } = region
    context.drawImage(image, x * scale, y * scale, width * scale, height * scale, 0, 0, 250, 52)
    return context.getImageData(0, 0, 250, 52).data
  }
  function distance(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
    let sum = 0
    for (let at = 0; at < one.length; at += 4) sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0))
    return sum / (one.length / 4)
  }
  const [original, personalised] = [await pixelsOf(images[0]), await pixelsOf(images[1])]
  const apart = distance(original, personalised)
  window.classify = async (source) => {
    const pixels = await pixelsOf(source)
    const [toOriginal, toPersonalised] = [distance(pixels, original), distance(pixels, personalised)]
    if (Math.min(toOriginal, toPersonalised) > apart / 4) return 'neither'
    return toOriginal < toPersonalised ? 'original' : 'personalised'
  }
}

declare global {
  interface Window {
    classify(source: string): Promise<'original' | 'personalised' | 'neither'>
  }
}
