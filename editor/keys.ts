import type { Editor } from './editor.ts'
import { cancel, swallow } from './page/guard.ts'

/** Undo and redo by keys, as long as the focus is in the editor: elsewhere they are the page's. */
export function followKeys(editor: Editor, signal: AbortSignal): void {
  const hear = (event: KeyboardEvent) => {
    if (!editor.layer.owns(event) || !(event.ctrlKey || event.metaKey) || event.altKey) return
    const key = event.key.toLowerCase()
    const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
    if (!isRedo && key !== 'z') return
    cancel(event)
    swallow(event)
    if (isRedo) editor.redo()
    else editor.undo()
  }
  addEventListener('keydown', hear, { capture: true, signal })
}
