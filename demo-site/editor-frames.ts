import type { Browser, Page } from 'playwright'
import type { Demo } from '../test/support/demo.ts'

/** The window that is shown. */
export const viewport = { width: 1280, height: 800 }

/** A picture of the window, and what is said below it. */
export interface Shot {
  caption: string
  png: Buffer
}

/** Four moments of a change in the editor, on the demo's launch page. */
export async function shootEditor(browser: Browser, demo: Demo): Promise<Shot[]> {
  const context = await browser.newContext({ viewport, colorScheme: 'light' })
  const tab = await context.newPage()
  await signIn(tab, demo)
  const shots = await changeHeadline(tab, demo.linksTo('launch')[0] ?? '')
  await context.close()
  return shots
}

async function signIn(tab: Page, demo: Demo): Promise<void> {
  const [link] = /http:\S+sign-in\S+/.exec(demo.text) ?? []
  if (!link) throw new Error('The demo printed no link that signs in.')
  await tab.goto(link)
  await tab.getByRole('button').click()
  await tab.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
}

async function changeHeadline(tab: Page, address: string): Promise<Shot[]> {
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
  const shots: Shot[] = []
  const take = async (caption: string) =>
    void shots.push({ caption: `${shots.length + 1}. ${caption}`, png: await page.screenshot() })
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
  await headline.filter({ hasText: /The weather for \S/ }).waitFor()
  await take('See it as somebody will, and save.')
  return shots
}
