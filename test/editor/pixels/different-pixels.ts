import type { Page } from 'playwright'

/** How many pixels of two pictures differ; all of them where their sizes do. */
export async function differentPixels(page: Page, one: Buffer, other: Buffer): Promise<number> {
  if (one.equals(other)) return 0
  return page.evaluate(
    async (pictures) => {
      const [first, second] = await Promise.all(pictures.map(pixelsOf))
      if (!first || !second || first.width !== second.width || first.height !== second.height)
        return Math.max(first?.data.length ?? 0, second?.data.length ?? 0) / 4
      const [mine, its] = [new Uint32Array(first.data.buffer), new Uint32Array(second.data.buffer)]
      return mine.filter((pixel, at) => pixel !== its[at]).length

      async function pixelsOf(base64: string): Promise<ImageData | undefined> {
        const bytes = Uint8Array.from(atob(base64), (mark) => mark.charCodeAt(0))
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
        const context = canvas.getContext('2d')
        context?.drawImage(bitmap, 0, 0)
        return context?.getImageData(0, 0, bitmap.width, bitmap.height)
      }
    },
    [one.toString('base64'), other.toString('base64')],
  )
}
