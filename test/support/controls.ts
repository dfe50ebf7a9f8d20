import type { Tab } from './browsers/browser.ts'
import { callOf, until } from './in-page.ts'

/** Roles of what journeys look for. */
type Role = 'button' | 'link' | 'textbox' | 'combobox' | 'heading' | 'row'

/** A page that is worked by the roles and names of what is in it, in any engine; in a dialog where one is open. */
export interface Controls {
  /** Waits until there is something of this role and name. Rows are named by a part of their text. */
  see(role: Role, name: string): Promise<void>
  /** Whether there is now. */
  has(role: Role, name: string): Promise<boolean>
  /** Waits for a text anywhere. */
  read(text: string): Promise<void>
  /** Waits for a control, and clicks with the mouse in its middle. */
  click(role: Role, name: string): Promise<void>
  /** Clicks into a field and types, over what is there. */
  fill(name: string, text: string): Promise<void>
  /** Clicks into a field and pastes. */
  paste(name: string, text: string): Promise<void>
  /** Chooses in a list, by the value. */
  choose(name: string, value: string): Promise<void>
  /** Runs a function in the page. */
  run<T, Args extends unknown[]>(fn: (...args: Args) => T, ...args: Args): Promise<Awaited<T>>
}

export function controlsOf(tab: Tab): Controls {
  const found = (role: Role, name: string) => `${callOf(findControl, [role, name])}`
  const run: Controls['run'] = (fn, ...args) => tab.evaluate(callOf(fn, args)) as never
  const click: Controls['click'] = async (role, name) => {
    const [x, y] = (await until(tab, `(${middleOf})(${found(role, name)})`)) as [number, number]
    await tab.clickAt(x, y)
  }
  return {
    run,
    click,
    see: async (role, name) => void (await until(tab, `${found(role, name)} !== undefined`)),
    has: async (role, name) => (await tab.evaluate(`${found(role, name)} !== undefined`)) === true,
    read: async (text) => void (await until(tab, callOf(doesRead, [text]))),
    fill: async (name, text) => {
      await click('textbox', name)
      await run(selectAll)
      await tab.type(text)
    },
    paste: async (name, text) => {
      await click('textbox', name)
      await run((pasted) => document.execCommand('insertText', false, pasted), text)
    },
    choose: async (name, value) =>
      void (await until(tab, `(${choose})(${found('combobox', name)}, ${JSON.stringify(value)})`)),
  }
}

// What follows runs in the page.

/** The first of a role and a name (https://www.w3.org/TR/accname, as far as the pages of the tests use it) that can be used. */
function findControl(role: Role, name: string): HTMLElement | undefined {
  const selectors: Record<Role, string> = {
    button: 'button, [role=button]',
    link: 'a[href]',
    combobox: 'select',
    row: 'tr',
    heading: 'h1, h2, h3',
    textbox: 'textarea, [role=textbox], input:not([type=checkbox], [type=radio], [type=file])',
  }
  const plain = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const nameOf = (element: Element): string => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ')
    const label = (element as HTMLInputElement).labels?.[0]
    const around = [...(label?.childNodes ?? [])].filter((node) => !node.contains(element))
    return plain(
      element.getAttribute('aria-label') ??
        ids?.map((id) => document.getElementById(id)?.textContent).join(' ') ??
        (label ? around.map(({ textContent }) => textContent).join(' ') : element.textContent),
    )
  }
  const inside = (root: ParentNode): HTMLElement[] =>
    [...root.querySelectorAll<HTMLElement>('*')].flatMap((element) => [
      element,
      ...(element.shadowRoot ? inside(element.shadowRoot) : []),
    ])
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  return inside(dialog ?? document)
    .filter((element) => element.matches(selectors[role]))
    .filter((element) => element.getClientRects().length > 0 && !element.matches(':disabled'))
    .find((element) => (role === 'row' ? nameOf(element).includes(name) : nameOf(element) === name))
}

async function middleOf(element: HTMLElement | undefined): Promise<[x: number, y: number] | undefined> {
  element?.scrollIntoView({ block: 'center', behavior: 'instant' })
  const before = element?.getBoundingClientRect()
  await new Promise((resolve) => setTimeout(resolve, 100))
  const box = element?.getBoundingClientRect()
  // A page that is still loading moves what is to be clicked.
  if (!box || box.top !== before?.top || box.left !== before.left) return undefined
  return [box.left + box.width / 2, box.top + box.height / 2]
}

function doesRead(text: string): boolean {
  return document.body.innerText.includes(text)
}

function selectAll(): void {
  const field = document.activeElement
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
  else document.execCommand('selectAll')
}

function choose(list: HTMLElement | undefined, value: string): boolean {
  if (!(list instanceof HTMLSelectElement)) return false
  list.value = value
  list.dispatchEvent(new Event('change', { bubbles: true }))
  return list.value === value
}
