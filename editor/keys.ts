import type { Editing, EditingSignal } from './editing.ts'
import { isOfInputMethod } from './page/events.ts'
import type { Layer } from './page/layer.ts'
import { save } from './saving.ts'
import { moveInHistory } from './undoing.ts'

/** What the editor's keys work on. */
interface Keyed {
  layer: Layer
  editing: EditingSignal
}

/**
 * Handles the editor's keys. Undo, redo and save work while the focus is in the editor; otherwise they are the page's. Escape goes
 * to `Pick an element` from everywhere, unless the page handles it. The page gets Escape too.
 */
export function followKeys({ layer, editing }: Keyed, signal: AbortSignal): void {
  const hear = (given: Event) => {
    const event = given as KeyboardEvent
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    const run = commands[commandOf(event)]
    if (!run) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (editing.value) run(editing.value)
  }
  layer.root.addEventListener('keydown', hear, { capture: true, signal })
  const leave = (event: Event) => isLeaving(event as KeyboardEvent) && focusPickButton(layer)
  layer.root.addEventListener('keydown', leave, { signal })
  addEventListener('keydown', leave, { signal })
}

const commands: Record<string, (editing: Editing) => unknown> = {
  z: (editing) => moveInHistory(editing, 'undo'),
  y: (editing) => moveInHistory(editing, 'redo'),
  s: save,
}

/** On a keyboard without Latin letters the place of the key tells, as in other programs. */
function commandOf({ key, code, shiftKey }: KeyboardEvent): string {
  const typed = /^[ -~]$/.test(key) ? key : code.replace(/^Key/, '')
  const letter = typed.toLowerCase()
  return letter === 'z' && shiftKey ? 'y' : letter
}

/** Whether Escape leaves. Not where it already has a use: it closes a list of choices, or clears a search. */
function isLeaving(event: KeyboardEvent): boolean {
  const { key, target, defaultPrevented } = event
  if (key !== 'Escape' || defaultPrevented || isOfInputMethod(event)) return false
  return !(target as Element).matches?.('select, [type=search]:not(:placeholder-shown)')
}

function focusPickButton({ root }: Layer): void {
  root.querySelector<HTMLElement>('.pick button')?.focus()
}
