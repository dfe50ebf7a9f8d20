import type { Page } from 'playwright'
import { evaluate } from './opened.ts'

/** More presses of Tab than any screen takes. */
const most = 1500

/**
 * What is wrong for somebody who has only keys, on the screen as it is: controls that Tab does not reach, that do not
 * show the focus, or lie under something when they have it, and what only a mouse can press. From one end to the other,
 * and back at the end, so nothing holds the focus.
 */
export async function keyboardFaults(page: Page): Promise<string[]> {
  await evaluate(page, `(${begin})()`)
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press('Tab')
    if (await evaluate(page, `(${step})()`)) {
      const faults = (await evaluate(page, `(${findings})()`)) as string[]
      return [...faults, ...(await dialogFaults(page))]
    }
  }
  return [`the focus is held: ${await evaluate(page, 'document.activeElement.outerHTML')}`]
}

/** Escape closes a dialog, once a search in it is empty, and gives the focus back to what had opened it. */
async function dialogFaults(page: Page): Promise<string[]> {
  if ((await page.locator('dialog[open]').count()) === 0) return []
  const search = 'document.activeElement.matches("[type=search]") && document.activeElement.value'
  if (await evaluate(page, search)) await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  const isOpen = (await page.locator('dialog[open]').count()) > 0
  const isLost = await evaluate(page, 'document.activeElement === document.body')
  return [
    ...(isOpen ? ['Escape leaves the dialog open'] : []),
    ...(isLost ? ['behind the dialog the focus is lost'] : []),
  ]
}

/** What the functions below keep, in the page. */
interface Tour {
  /** What is looked at: a dialog, or the screen without the navigation. */
  root: Element
  /** What a mouse can press, each to be reached. */
  controls: Set<Element>
  reached: Set<Element>
  faults: string[]
  /** How many presses in a row were outside of all controls. */
  outside: number
  /** How each control looks without the focus. */
  plain: Map<Element, string>
}
declare global {
  interface Window {
    tour: Tour & {
      look(element: Element): string
      nameOf(element: Element): string
    }
  }
}

/** Runs in the page: notes what there is, and puts the focus before all of it. */
function begin(): void {
  const root: Element =
    [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main') ?? document.body
  const css =
    'a[href],button,input,select,textarea,summary,[tabindex]:not(iframe),[contenteditable],[role=button],[role=tab]'
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest('[inert]') &&
    element.getClientRects().length > 0
  const isOff = (element: Element) => element.matches(':disabled,[aria-disabled=true]')
  /** Of radio buttons, tabs and the like Tab reaches one, and the arrow keys the others. */
  const isByArrows = (element: Element) =>
    element.matches('input[type=radio]:not(:checked)') ||
    (element.matches('[tabindex="-1"]') &&
      !!element.closest('[role=tablist],[role=radiogroup],[role=menu],[role=listbox],[role=grid]'))
  /** A field for files that a button stands for, and what a script puts the focus on. */
  const isStoodFor = (element: Element) => element.matches('input[type=file].visually-hidden[tabindex="-1"]')
  const isTarget = (element: Element) =>
    element.matches('h1,h2,main,dialog,section,[role=status]') && element.matches('[tabindex="-1"]')
  const found = [...root.querySelectorAll(css)].filter(
    (element) =>
      isShown(element) &&
      !isOff(element) &&
      !isByArrows(element) &&
      !isStoodFor(element) &&
      !isTarget(element),
  )
  const look = (element: Element) => {
    const box = element.matches('input[type=checkbox],input[type=radio],input[type=file]')
      ? (element.closest('label') ?? element)
      : element
    return [element, box]
      .map((each) => {
        const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor } =
          getComputedStyle(each)
        return [
          outlineStyle === 'none' ? '' : outlineStyle + outlineWidth + outlineColor,
          boxShadow,
          borderColor,
          backgroundColor,
        ].join(' ')
      })
      .join()
  }
  const nameOf = (element: Element) => {
    const label = (element as HTMLInputElement).labels?.[0]?.textContent
    return `${element.localName} “${(element.ariaLabel ?? label ?? element.textContent ?? '').trim().slice(0, 60)}”`
  }
  const active = document.activeElement as HTMLElement | null
  active?.blur()
  const plain = new Map(found.map((element) => [element, look(element)]))
  const mouseOnly = [...root.querySelectorAll('*')]
    .filter((element) => isShown(element) && getComputedStyle(element).cursor === 'pointer')
    .filter(
      (element) => !element.closest('a[href],button,input,select,textarea,summary,label,[tabindex],option'),
    )
    .map((element) => `only a mouse presses ${nameOf(element)}`)
  const before = document.createElement('span')
  before.tabIndex = -1
  before.id = 'tour-begins'
  root.prepend(before)
  before.focus({ preventScroll: true })
  window.tour = {
    root,
    controls: new Set(found),
    reached: new Set(),
    faults: mouseOnly,
    outside: 0,
    plain,
    look,
    nameOf,
  }
}

/** Runs in the page after each press: looks at what has the focus, and says whether the tour is over. */
function step(): boolean {
  const { tour } = window
  const element = document.activeElement
  const isOutside = !element || element === document.body || element === document.documentElement
  // Between the last control and the first, and around a frame that still loads, nothing of the page has the focus.
  if (isOutside || element.id === 'tour-begins') return ++tour.outside > 12
  tour.outside = 0
  // What a frame has inside is not seen here.
  if (tour.reached.has(element) || !tour.root.contains(element)) return element.localName !== 'iframe'
  tour.reached.add(element)
  if (tour.plain.get(element) === tour.look(element))
    tour.faults.push(`no focus is seen on ${tour.nameOf(element)}`)
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const [x, y] = [
    (Math.max(0, left) + Math.min(innerWidth, right)) / 2,
    (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2,
  ]
  const over = document.elementFromPoint(x, y)
  const isFree =
    over &&
    (element.contains(over) ||
      over.contains(element) ||
      [...((element as HTMLInputElement).labels ?? [])].some((label) => label.contains(over)))
  if (!isFree)
    tour.faults.push(
      `${tour.nameOf(element)} lies under ${over ? tour.nameOf(over) : 'the edge of the window'}`,
    )
  return false
}

/** Runs in the page at the end. */
function findings(): string[] {
  const { tour } = window
  document.querySelector('#tour-begins')?.remove()
  const missed = [...tour.controls].filter((element) => !tour.reached.has(element) && element.isConnected)
  return [...tour.faults, ...missed.map((element) => `Tab does not reach ${tour.nameOf(element)}`)]
}
