import type { Editor } from './editor.ts'
import { cancel, swallow } from './page/guard.ts'
import { save } from './saving.ts'

/**
 * Handles the editor's keys. Undo, redo and save work while the focus is in the editor; otherwise they are the page's. Escape goes
 * to `Pick an element` from everywhere, unless the page handles it. The page gets Escape too.
 */
export function followKeys(editor: Editor, signal: AbortSignal): void {
  const { layer, catcher } = editor
  const hear = (given: Event) => {
    const event = given as KeyboardEvent
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    const run = commands[commandOf(event)]
    if (!run) return
    cancel(event)
    swallow(event)
    run(editor)
  }
  layer.root.addEventListener('keydown', hear, { capture: true, signal })
  catcher.listen('keydown', hear)
  const leave = (event: Event) => isLeaving(event as KeyboardEvent) && focusPickButton(editor)
  layer.root.addEventListener('keydown', leave, { signal })
  addEventListener('keydown', leave, { signal })
}

const commands: Record<string, (editor: Editor) => void> = {
  z: (editor) => editor.undo(),
  y: (editor) => editor.redo(),
  s: ({ editing }) => editing.value && save(editing.value),
}

function commandOf({ key, shiftKey }: KeyboardEvent): string {
  const letter = key.toLowerCase()
  return letter === 'z' && shiftKey ? 'y' : letter
}

/** Whether Escape leaves. Not where it already has a use: it closes a list of choices, or clears a search. */
function isLeaving({ key, target, defaultPrevented }: KeyboardEvent): boolean {
  if (key !== 'Escape' || defaultPrevented) return false
  return !(target as Element).matches?.('select, [type=search]:not(:placeholder-shown)')
}

function focusPickButton({ layer }: Editor): void {
  layer.root.querySelector<HTMLElement>('.pick button')?.focus()
}
