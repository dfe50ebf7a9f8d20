import type { EditedTemplate, ItemList } from '../../wire/editor.ts'
import { keysOf } from './edits-between.ts'

/**
 * A template with the changes that lead from one version of it to another: item by item, whatever places they have in it. An item that
 * is gone from it stays gone; new ones come last, unless it has them already, which then say what the new ones do.
 */
export function withChanges(
  template: EditedTemplate,
  from: EditedTemplate,
  to: EditedTemplate,
): EditedTemplate {
  const goalOf = ({ analytics }: EditedTemplate) => analytics.find((item) => item.goal)?.id
  const goal = goalOf(from) === goalOf(to) ? goalOf(template) : goalOf(to)
  return {
    ...template,
    content: changedList(template, from, to, 'content'),
    analytics: changedList(template, from, to, 'analytics').map((item) => {
      const { goal: was = false, ...others } = item
      if (was === (item.id === goal)) return item
      return was ? others : { ...others, goal: true }
    }),
  }
}

function changedList<List extends ItemList>(
  template: EditedTemplate,
  from: EditedTemplate,
  to: EditedTemplate,
  list: List,
): EditedTemplate[List] {
  const [present, before, after] = [template, from, to].map((one) => itemsByKey(one, list))
  const changed = [...(present ?? [])].flatMap(([key, item]) => {
    const [was, is] = [before?.get(key), after?.get(key)]
    if (!was) return is ?? item
    if (!is) return []
    return JSON.stringify(was) === JSON.stringify(is) ? item : is
  })
  const added = [...(after ?? [])].flatMap(([key, item]) =>
    before?.has(key) || present?.has(key) ? [] : item,
  )
  // All of them are items of this list.
  return [...changed, ...added] as EditedTemplate[List]
}

/** The items of a list by their keys, in their order. */
export function itemsByKey<List extends ItemList>(
  template: EditedTemplate,
  list: List,
): Map<string, EditedTemplate[List][number]> {
  const keys = keysOf(template[list])
  return new Map(template[list].map((item, index) => [keys[index] ?? '', item]))
}
