import type { ItemList } from '../wire/editor.ts'
import type { Editing } from './editing.ts'

/** Undoes or redoes a step of the history (`state/history.ts`). If that changes the chosen element's selector, the element stays chosen. */
export function moveInHistory(editing: Editing, direction: 'undo' | 'redo'): void {
  const { history, chosen } = editing
  const before = history.template.value
  history[direction]()
  editing.said.value = ''
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
