import type { Page } from 'playwright'

/** Where a visitor can go from, and what is there. */
interface Leaver {
  page: Page
  /** Another page of the same site. */
  elsewhere: string
  setOffline(isOffline: boolean): Promise<void>
}

/** Ways to leave a page. */
export const ways = {
  link: async ({ page }: Leaver) => {
    await page.click('#away', { noWaitAfter: true })
    await page.waitForURL(/screens/)
  },
  close: ({ page }: Leaver) => page.close({ runBeforeUnload: true }),
  'back and forward': async ({ page, elsewhere }: Leaver) => {
    await page.goto(elsewhere)
    await page.goBack({ waitUntil: 'commit' })
    await page.goForward({ waitUntil: 'commit' })
  },
  reload: async ({ page }: Leaver) => void (await page.reload()),
  crash: ({ page }: Leaver) =>
    page.goto('chrome://crash').then(
      () => {},
      () => {},
    ),
  offline: async ({ page, setOffline }: Leaver) => {
    const isClosed = page.waitForEvent('close')
    await setOffline(true)
    await page.close({ runBeforeUnload: true })
    await isClosed
    await setOffline(false)
  },
}

export type Way = keyof typeof ways

/** What the page may deliver with, beside `fetch` with keepalive. */
export const transports = {
  fetch: { hasLater: false, storage: 'none' },
  'fetch and fetchLater': { hasLater: true, storage: 'none' },
  'fetch and storage': { hasLater: false, storage: 'local' },
  'fetch, fetchLater and storage': { hasLater: true, storage: 'local' },
}

export type Transport = keyof typeof transports

declare global {
  interface Window {
    /** The visit, and the highest number that it has given out, as its requests say. */
    given?: { visit: string; last: number }
  }
}

/** Runs in the page: reads along what is posted, and takes `fetchLater` away where it is not to be used. */
export function readAlong(hasLater: boolean) {
  const read = (init?: RequestInit) => {
    const { visit, last } = JSON.parse(String(init?.body)) as { visit: string; last: number }
    window.given = { visit: window.given?.visit ?? visit, last: Math.max(window.given?.last ?? 0, last) }
  }
  const names = hasLater ? ['fetch', 'fetchLater'] : ['fetch']
  const page = window as unknown as Record<string, (url: string, init?: RequestInit) => unknown>
  for (const name of names) {
    const real = page[name]?.bind(window)
    page[name] = (url, init) => {
      if (init?.body) read(init)
      return real?.(url, init)
    }
  }
  if (!hasLater) delete page.fetchLater
}
