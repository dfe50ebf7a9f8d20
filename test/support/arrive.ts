import type { Visit } from './visit.ts'

/**
 * Waits until a page with a `<main>` has come as far as its pause. About once in a thousand visits Firefox shows nothing of what has
 * come until more comes: then the page is loaded again.
 */
export async function arriveAtPause(page: Visit): Promise<void> {
  for (let loads = 1; loads < 5 && !(await page.run(hasMain).catch(() => false)); loads++)
    await page.goto(await page.run(() => location.href), { waitUntil: 'none' })
}

async function hasMain(): Promise<boolean> {
  const isThere = () => !!document.querySelector('main')
  for (let looks = 0; looks < 100 && !isThere(); looks++)
    await new Promise((resolve) => setTimeout(resolve, 50))
  return isThere()
}
