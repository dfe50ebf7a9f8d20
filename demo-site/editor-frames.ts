import type { Browser, Page } from 'playwright'
import type { Demo } from '../test/support/demo.ts'
import { drawWebp } from './draw-webp.ts'

const viewport = { width: 1280, height: 800 }
const maximumBytes = 180_000
const width = 1664
const style = `
body{margin:0}main{display:grid;grid-template-columns:1fr 1fr;gap:24px;background:#fff}figure{margin:0}
img{display:block;width:100%;border-radius:10px;box-shadow:0 0 0 1px #0002}
figcaption{padding:8px 2px;color:#333;font:17px/1.3 system-ui,sans-serif}`

/** Four moments of a change in the editor, on the demo's launch page, as one picture. */
export async function drawEditor(browser: Browser, demo: Demo): Promise<Buffer> {
  const context = await browser.newContext({ viewport, colorScheme: 'light' })
  const tab = await context.newPage()
  await signIn(tab, demo)
  const frames = await changeHeadline(tab, demo.linksTo('launch')[0] ?? '')
  await context.close()
  const html = frames
    .map(
      ({ caption, png }, at) =>
        `<figure><img src="data:image/png;base64,${png.toString('base64')}"><figcaption>${at + 1}. ${caption}</figcaption></figure>`,
    )
    .join('')
  return drawWebp(browser, { style, html, width, maximumBytes })
}

async function signIn(tab: Page, demo: Demo): Promise<void> {
  const [link] = /http:\S+sign-in\S+/.exec(demo.text) ?? []
  if (!link) throw new Error('The demo printed no link that signs in.')
  await tab.goto(link)
  await tab.getByRole('button').click()
  await tab.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
}

async function changeHeadline(tab: Page, address: string): Promise<{ caption: string; png: Buffer }[]> {
  await tab.goto(new URL('/console/templates', tab.url()).href)
  await tab.getByRole('button', { name: 'New template' }).click()
  const dialog = tab.getByRole('dialog')
  await dialog.getByLabel('Name').fill('spring')
  await dialog.getByLabel('Page').fill(address)
  const opening = tab.context().waitForEvent('page')
  await dialog.getByRole('button', { name: 'Create' }).click()
  const page = await opening
  const editor = page.getByRole('region', { name: 'Motif editor' })
  await editor.getByRole('list', { name: 'Items' }).waitFor({ state: 'attached' })
  await page.evaluate('Promise.all([...document.images].map((image) => image.decode()))')
  const frames: { caption: string; png: Buffer }[] = []
  const take = async (caption: string) => void frames.push({ caption, png: await page.screenshot() })
  await take('Your page opens with a panel beside it.')

  await editor.getByRole('button', { name: 'Pick an element', exact: true }).click()
  const headline = page.locator('#hero h1')
  await headline.hover()
  await take('Pick an element: here the headline.')

  await headline.click()
  await editor.getByLabel('Text', { exact: true }).fill('The weather for ')
  await editor.getByRole('toolbar').getByText('Company', { exact: true }).click()
  await take('Write; personal values are put in as chips.')

  await editor.getByLabel('See as').selectOption({ index: 3 })
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await editor.getByText(/^Saved as version/).waitFor()
  await take('See it as somebody will, and save.')
  return frames
}
