import type { Browser } from 'playwright'
import type { Frame } from './film.ts'

/** What a part of a frame shows. */
export type Sight = 'original' | 'personalised' | 'neither'

/** Tells what each frame shows, beside frames of which that is known. */
type Classify = (frames: Frame[]) => Promise<Sight[]>

/** Frames that are known, and the part of them to look at, in CSS pixels. */
export interface References {
  /** With the page's own text; where pictures come one by one, with them and without. */
  originals: Frame[]
  personalised: Frame
  region: { x: number; y: number; width: number; height: number }
  /** Width of the window, for frames that were scaled. */
  pageWidth: number
}

/** Compares pixels in a canvas of its own page, so that no decoder is needed. */
export async function createClassifier(browser: Browser, references: References): Promise<Classify> {
  const page = await browser.newPage()
  await page.evaluate(keepReferences, {
    ...references,
    originals: references.originals.map(({ image }) => image),
    personalised: references.personalised.image,
  })
  return async (frames) => {
    const sights: Sight[] = []
    for (const { image } of frames)
      sights.push(await page.evaluate((source) => window.classify(source), image))
    return sights
  }
}

interface KeptReferences extends Pick<References, 'region' | 'pageWidth'> {
  originals: string[]
  personalised: string
}

async function keepReferences({ originals, personalised, region, pageWidth }: KeptReferences) {
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
  const own = await Promise.all(originals.map(pixelsOf))
  const theirs = await pixelsOf(personalised)
  const nearest = (pixels: Uint8ClampedArray) =>
    Math.min(...own.map((reference) => distance(pixels, reference)))
  const apart = nearest(theirs)
  window.classify = async (source) => {
    const pixels = await pixelsOf(source)
    const [toOriginal, toPersonalised] = [nearest(pixels), distance(pixels, theirs)]
    if (Math.min(toOriginal, toPersonalised) > apart / 4) return 'neither'
    return toOriginal < toPersonalised ? 'original' : 'personalised'
  }
}

declare global {
  interface Window {
    classify(source: string): Promise<'original' | 'personalised' | 'neither'>
  }
}
