import { caretIn, putCaretLast } from '../text/chip-dom.ts'
import type { Layer } from './layer.ts'

/** Elements that can be focused by key. */
const focusable = ':is(button, input, select, textarea, summary, [tabindex="0"]):not(:disabled)'

/** Fields that are written in. */
const written = '[role=textbox], textarea, input:not([type=checkbox], [type=radio])'

/**
 * Keeps the focus in the editor when the focused element goes: the page moves the layer, or the element is removed or disabled, such as
 * an `Undo` that was the last. Otherwise the next key would be the page's.
 */
export function keepFocus({ root, owns, onMoved }: Layer, signal: AbortSignal): void {
  let last: { element: HTMLElement; around: Element[] } | undefined
  let caret: Range | undefined
  const note = (event: Event) => {
    const element = event.composedPath()[0] as HTMLElement
    last = { element, around: ancestorsOf(element) }
  }
  // From one element of the editor to another the event stays in its root.
  root.addEventListener('focusin', note)
  // A page that keeps the focus in its own dialog must not hear that it has come here.
  const hide = (event: Event) => {
    if (!owns(event)) return
    note(event)
    event.stopImmediatePropagation()
  }
  for (const type of ['focus', 'focusin']) addEventListener(type, hide, { capture: true, signal })
  // The focus goes to another element by itself. WebKit runs observers before it is there.
  const forget = (event: Event) => {
    if ((event as FocusEvent).relatedTarget) last = undefined
  }
  root.addEventListener('blur', forget, { capture: true })
  // Leaving by a key or a click leaves the element in place; one that is removed may lose the focus just before.
  root.addEventListener('focusout', ({ target }) =>
    queueMicrotask(() => {
      if (last?.element === target && root.activeElement !== target && !isGone(last.element)) last = undefined
    }),
  )
  const noteCaret = () => {
    if (last?.element.isContentEditable) caret = caretIn(last.element) ?? caret
  }
  // The event of the selection comes later than the letter.
  root.addEventListener('input', noteCaret)
  document.addEventListener('selectionchange', noteCaret, { signal })

  onMoved(() => {
    if (!last?.element.isConnected || root.activeElement === last.element) return
    last.element.focus({ preventScroll: true })
    if (!caret || !last.element.contains(caret.startContainer)) return
    const { startContainer, startOffset, endContainer, endOffset } = caret
    document.getSelection()?.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset)
  })
  const mend = () => {
    if (!last || !isGone(last.element)) return
    // A disabled element loses the focus only later, when it is painted.
    const { activeElement } = root
    const isLost =
      activeElement === last.element || (!activeElement && document.activeElement === document.body)
    if (!isLost) return
    const next = insteadOf(last, root)
    next?.focus({ preventScroll: true })
    // Whoever was writing writes on where the words end.
    if (next?.isContentEditable) putCaretLast(next)
  }
  const observer = new MutationObserver(mend)
  observer.observe(root, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  signal.addEventListener('abort', () => observer.disconnect())
}

const panelOf = (root: ShadowRoot) => root.querySelector<HTMLElement>('.panel')

function ancestorsOf(element: Element): Element[] {
  const around: Element[] = []
  for (let next = element.parentElement; next; next = next.parentElement) around.push(next)
  return around
}

function isGone(element: Element): boolean {
  return !element.isConnected || element.matches(':disabled')
}

/** Who was writing writes on: the next key must press no button. Otherwise the first control of the list or card that is left, or the panel. */
function insteadOf({ element, around }: { element: Element; around: Element[] }, root: ShadowRoot) {
  if (element.matches(written))
    return root.querySelector<HTMLElement>('.chosen :is([role=textbox], textarea)') ?? panelOf(root)
  const near = around.find((one) => one.isConnected && one.querySelector(focusable))
  return near?.matches('.body, .panel') ? panelOf(root) : near?.querySelector<HTMLElement>(focusable)
}
