import type { Page } from 'playwright'

/** A page as somebody sees it. */
export interface Seen {
  /** The whole page, as PNG. */
  picture: Buffer
  /** What is in the body but for scripts and Motif's own. */
  html: string
}

/** The page without the editor over it, once its pictures are there. */
export async function seenPage(page: Page): Promise<Seen> {
  await page.mouse.move(0, 0)
  const html = await page.evaluate(async () => {
    // Its styles let nobody outside hide it, and taken away it comes back.
    const layer = document.querySelector('motif-editor')?.shadowRoot?.querySelector<HTMLElement>('.layer')
    if (layer) layer.style.display = 'none'
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    scrollTo(0, 0)
    await Promise.allSettled([...document.images].map((image) => image.decode()))
    const body = document.body.cloneNode(true) as HTMLElement
    for (const own of body.querySelectorAll('script, motif-editor')) own.remove()
    return body.innerHTML.replace(/\s+/g, ' ').trim()
  })
  return { html, picture: await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' }) }
}
