import { makeEditorLink } from '../../api/templates.ts'

/** A new tab, which goes to its address once that is known. */
interface Tab {
  /** False where the browser has opened none. */
  isOpen: boolean
  goTo(url: string): void
  close(): void
}

/** Opens a tab at once: a browser opens none after a click that is a while ago. The page there does not know of this one. */
export function openTab(): Tab {
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  return {
    isOpen: tab !== null,
    goTo: (url) => tab?.location.replace(url),
    close: () => tab?.close(),
  }
}

/** Shows a template's page with the editor on it. Gives its address where no tab was opened; a failure closes the tab. */
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
