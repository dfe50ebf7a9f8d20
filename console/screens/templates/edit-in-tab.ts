import { hrefOf } from '../../address.ts'
import { ask } from '../../api/client.ts'
import { checkPage } from '../../api/templates.ts'

/** A new tab, which goes to its address once that is known; null if the browser has blocked it. */
type Tab = Window | null

/** Opens a tab at once, because browsers block tabs that open some time after a click. The new page has no `opener`. */
export function openTab(): Tab {
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  return tab
}

/**
 * Opens the editor on a template's page in the tab, at an item by its index. Returns the address if no tab was opened. A failure
 * closes the tab.
 */
export async function editInTab(name: string, tab: Tab, item?: number): Promise<string | undefined> {
  try {
    const { url: page } = await ask('POST /v1/templates/:name/edit', { params: { name } })
    const url = item === undefined ? page : `${page}-${item}`
    tab?.location.replace(url)
    return tab ? undefined : url
  } catch (error) {
    tab?.close()
    throw error
  }
}

/** The same for a new template: if its page is without the tag, where no editor could open, the tab has the tag to copy. */
export async function beginInTab(name: string, tab: Tab): Promise<void> {
  if (await isUntagged(name))
    tab?.location.replace(new URL(hrefOf('templates', name, { tab: 'tag', untagged: '1' }), location.href))
  else await editInTab(name, tab)
}

/** Whether a template's page is without the tag. False if it is not known. */
export async function isUntagged(name: string): Promise<boolean> {
  const check = await checkPage(name).catch(() => undefined)
  return check?.hasTag === false && !check.mayGetTag
}
