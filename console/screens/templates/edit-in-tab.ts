import { makeEditorLink } from '../../api/templates.ts'

/** A new tab, which goes to its address once that is known. */
interface Tab {
  /** False if the browser has blocked it. */
  isOpen: boolean
  goTo(url: string): void
  close(): void
}

/** Opens a tab at once, because browsers block tabs that open some time after a click. The new page has no `opener`. */
export function openTab(): Tab {
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  return {
    isOpen: tab !== null,
    goTo: (url) => tab?.location.replace(url),
    close: () => tab?.close(),
  }
}

/** Opens the editor on a template's page in the tab. Returns the address if no tab was opened. A failure closes the tab. */
export async function editInTab(name: string, tab: Tab): Promise<string | undefined> {
  try {
    const { url } = await makeEditorLink(name)
    tab.goTo(url)
    return tab.isOpen ? undefined : url
  } catch (error) {
    tab.close()
    throw error
  }
}
