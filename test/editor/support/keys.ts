import type { Page } from 'playwright'

/** Somebody who works with keys alone. */
export interface ByKeys {
  /** Presses keys one after the other. */
  press(...keys: string[]): Promise<void>
  type(words: string): Promise<void>
  /** Goes on with Tab, or back, to the control of this name; throws where it takes more than a dozen. */
  goTo(name: string, direction?: 'Tab' | 'Shift+Tab'): Promise<void>
  /** What has the focus, by its name. */
  focused(): Promise<string>
  /** How many keys were pressed, without those that write words. */
  presses(): number
}

const most = 12

/** Works in a page by keys, and counts them. */
export function byKeys(page: Page): ByKeys {
  let presses = 0
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      presses++
      await page.keyboard.press(key)
    }
  }
  const focused = () => page.evaluate(nameOfFocused)
  return {
    press,
    type: (words) => page.keyboard.type(words),
    async goTo(name, direction = 'Tab') {
      for (let at = 0; at < most; at++) {
        await press(direction)
        if ((await focused()) === name) return
      }
      throw new Error(`After ${most} × ${direction}, not at ${name} but at ${await focused()}`)
    },
    focused,
    presses: () => presses,
  }
}

function nameOfFocused(): string {
  let one = document.activeElement
  while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement
  if (!one) return ''
  const root = one.getRootNode() as Document
  const label = root.getElementById(one.getAttribute('aria-labelledby') ?? '')
  const labels = (one as HTMLInputElement).labels?.[0]
  return (one.ariaLabel ?? (label ?? labels ?? one).textContent ?? '').trim()
}
