import { setTimeout as wait } from 'node:timers/promises'
import { patienceMs, type Tab } from './browsers/browser.ts'

/** The call of a function in the page, which sees nothing of here but its JSON arguments. */
export function callOf(fn: unknown, args: unknown[]): string {
  return `(${fn})(...${JSON.stringify(args)})`
}

/**
 * Waits until an expression is true in the page, and gives its value; throws after `patienceMs`, with the page. What throws is
 * not true yet: a page that is still loading may not have what is asked for.
 */
export async function until(tab: Tab, expression: string): Promise<unknown> {
  const end = Date.now() + patienceMs
  let trouble: string | undefined
  while (Date.now() < end) {
    const asked = await tab.evaluate(`(${whenTrue})(() => (${expression}))`).catch(leftThePage)
    const { value, ...rest } = asked as Awaited<ReturnType<typeof whenTrue>>
    if (value) return value
    trouble = rest.trouble
  }
  const page = await tab.evaluate(`${describePage}()`)
  throw new Error(`Never came true in the page: ${expression}\n${trouble}\n${page}`)
}

/**
 * Runs in the page: asks there for up to half a second, for each question from here is work for the whole browser; the
 * next half second may be in another page.
 */
async function whenTrue(ask: () => unknown): Promise<{ value?: unknown; trouble?: string }> {
  let trouble = ''
  for (const end = performance.now() + 500; performance.now() < end; ) {
    try {
      const value = await ask()
      if (value) return { value }
    } catch (error) {
      trouble = String(error)
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return { trouble }
}

async function leftThePage({ message }: Error): Promise<{ value?: unknown; trouble: string }> {
  await wait(20)
  return { trouble: message }
}

const describePage = `(() => document.body.outerHTML.slice(0, 2000) + '\\n' + (window.complaints ?? []).join('\\n').slice(0, 2000))`
