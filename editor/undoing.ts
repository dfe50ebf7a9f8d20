import type { ItemList } from '../wire/editor.ts'
import type { Editing } from './editing.ts'

/** Takes back, or does again. Where that gives what is chosen another selector, it goes on being chosen. */
export function moveInHistory(editing: Editing, direction: 'undo' | 'redo'): void {
  const { history, chosen } = editing
  const before = history.template.value
  history[direction]()
  const after = history.template.value
  const { value: now } = chosen
  if (!now) return
  for (const list of ['content', 'analytics'] satisfies ItemList[]) {
    const [had, has] = [before[list], after[list]]
    const at = had.findIndex(({ selector }) => selector === now.selector)
    const selector = has[at]?.selector
    const isOther = had.length === has.length && selector !== undefined && selector !== now.selector
    if (isOther) chosen.value = { ...now, selector }
  }
}
