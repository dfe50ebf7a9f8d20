import { caretIn, putCaretLast } from '../text/chip-dom.ts'
import { swallow } from './guard.ts'
import type { Layer } from './layer.ts'

/** Elements that can be focused by key. */
const focusable = 'button, input, select, textarea, summary, [tabindex="0"]'

/** Fields that are written in. */
const written = '[role=textbox], textarea, input:not([type=checkbox], [type=radio])'

const panelOf = (root: ShadowRoot) => root.querySelector<HTMLElement>('.panel') ?? undefined

/** Where the focus was: the element, its ancestors, and its index among all focusable elements. */
interface Place {
  element: HTMLElement
  around: Element[]
  at: number
}

/**
 * Keeps the focus in the editor when the focused element is removed or disabled, such as a deleted row or an `Undo` that was the
 * last: the element in its place, or the nearest one, gets the focus. Otherwise the keyboard would start again at the page's
 * beginning.
 */
export function keepFocus({ root, owns, onMoved }: Layer, signal: AbortSignal): void {
  let last: Place | undefined
  let caret: Range | undefined
  const noteCaret = () => {
    if (last?.element.isContentEditable) caret = caretIn(last.element) ?? caret
  }
  // The event of the selection comes later than the letter.
  root.addEventListener('input', noteCaret)
  document.addEventListener('selectionchange', noteCaret, { signal })
  const note = (event: Event) => {
    last = placeOf(event.composedPath()[0] as HTMLElement, root)
  }
  // From one element of the editor to another the event stays in its root.
  root.addEventListener('focusin', note)
  // A page that keeps the focus in its own dialog must not hear that it has come here.
  const hide = (event: Event) => {
    if (!owns(event)) return
    note(event)
    swallow(event)
  }
  for (const type of ['focus', 'focusin']) addEventListener(type, hide, { capture: true, signal })
  // The focus goes to another element by itself. WebKit runs observers before it is there.
  const forget = (event: Event) => {
    if ((event as FocusEvent).relatedTarget) last = undefined
  }
  root.addEventListener('blur', forget, { capture: true })
  // Leaving by a key or a click leaves the element in place. Browsers that fire `focusout` for a removal do so before it.
  root.addEventListener('focusout', ({ target }) =>
    queueMicrotask(() => {
      const isLeft = last?.element === target && root.activeElement !== target
      if (isLeft && last && !isGone(last)) last = undefined
    }),
  )
  const mend = () => {
    if (!last || !isGone(last)) return
    const { activeElement } = root
    // A disabled element loses the focus only later, when it is painted.
    const isLost =
      activeElement === last.element || (!activeElement && document.activeElement === document.body)
    if (!isLost) return
    const next = inPlaceOf(last, root)
    next?.focus({ preventScroll: true })
    // Whoever was writing writes on where the words end.
    if (next?.isContentEditable) putCaretLast(next)
  }
  // The page has removed or moved the whole layer, in which nothing has changed.
  onMoved(() => {
    if (!last?.element.isConnected || root.activeElement === last.element) return
    last.element.focus({ preventScroll: true })
    if (caret && last.element.contains(caret.startContainer))
      document
        .getSelection()
        ?.setBaseAndExtent(caret.startContainer, caret.startOffset, caret.endContainer, caret.endOffset)
  })
  const observer = new MutationObserver(mend)
  observer.observe(root, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  signal.addEventListener('abort', () => observer.disconnect())
}

function placeOf(element: HTMLElement, root: ShadowRoot): Place {
  const around: Element[] = []
  for (let next = element.parentElement; next; next = next.parentElement) around.push(next)
  return { element, around, at: focusableIn(root).indexOf(element) }
}

const isGone = ({ element }: Place) => !element.isConnected || element.matches(':disabled')

function inPlaceOf({ element, around, at }: Place, root: ShadowRoot): HTMLElement | undefined {
  // Who was writing writes on: the next key must not press a button.
  if (element.matches(written))
    return root.querySelector<HTMLElement>('.chosen :is([role=textbox], textarea)') ?? panelOf(root)
  const all = focusableIn(root).map((element, place) => ({ element, distance: Math.abs(place - at) }))
  for (const near of around.filter(({ isConnected }) => isConnected)) {
    const found = all.filter(({ element }) => near.contains(element))
    if (found.length > 0)
      return found.reduce((one, other) => (other.distance < one.distance ? other : one)).element
  }
  return undefined
}

function focusableIn(root: ShadowRoot): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) => !element.matches(':disabled') && element.getClientRects().length > 0,
  )
}
