import type { EditedFields, EditedTemplate, ItemList, TemplateEdit } from '../../wire/editor.ts'

/** Keys that identify items across versions: the id, or selector and type, with a number if several are the same. */
export function keysOf(items: readonly { selector: string; type: string; id?: string }[]): string[] {
  const seen = new Map<string, number>()
  return items.map(({ id, selector, type }) => {
    const name = id === undefined ? `${type} ${selector}` : `id ${id}`
    seen.set(name, (seen.get(name) ?? 0) + 1)
    return `${name} ${seen.get(name)}`
  })
}

/** The edits that turn the items of one version into those of another. */
export function editsBetween(from: EditedTemplate, to: EditedTemplate): TemplateEdit[] {
  const goal = to.analytics.findIndex((item) => item.goal)
  const had = from.analytics.find((item) => item.goal)
  const isSameGoal = had?.id === to.analytics[goal]?.id
  return [
    ...listEdits(from, to, 'content'),
    ...listEdits(from, to, 'analytics'),
    ...(isSameGoal ? [] : [goalEdit(from, to, goal)]),
  ]
}

/** Whether two versions change and measure the same, under the same names. */
export function areSame(one: EditedTemplate, other: EditedTemplate): boolean {
  return editsBetween(one, other).length === 0
}

function goalEdit(from: EditedTemplate, to: EditedTemplate, goal: number): TemplateEdit {
  if (goal < 0) return { edit: 'setGoal' }
  const [before, after] = [keysOf(from.analytics), keysOf(to.analytics)]
  return { edit: 'setGoal', index: mergedOrder(before, after).indexOf(after[goal] ?? '') }
}

/** The merged order: items that stay keep theirs, and each new item gets its place. */
function mergedOrder(before: string[], after: string[]): string[] {
  const order = before.filter((key) => after.includes(key))
  for (const [at, key] of after.entries()) if (!before.includes(key)) order.splice(at, 0, key)
  return order
}

function listEdits(from: EditedTemplate, to: EditedTemplate, list: ItemList): TemplateEdit[] {
  const [before, after] = [keysOf(from[list]), keysOf(to[list])]
  // An item with another selector in the same place is the same item.
  const isRenamed = (key: string, at: number) =>
    before.length === after.length && !after.includes(key) && !before.includes(after[at] ?? '')
  for (const [at, key] of after.entries()) if (isRenamed(before[at] ?? '', at)) before[at] = key
  const changed = before.flatMap((key, index): TemplateEdit[] => {
    const wanted = to[list][after.indexOf(key)]
    const fields = wanted && difference(from[list][index] ?? {}, wanted)
    return fields && Object.keys(fields).length > 0 ? [{ edit: 'setItem', list, index, fields }] : []
  })
  const removed = before
    .flatMap((key, index) => (after.includes(key) ? [] : [index]))
    .reverse()
    .map((index): TemplateEdit => ({ edit: 'removeItem', list, index }))
  const added = after.flatMap((key, at): TemplateEdit[] => {
    const fields = { ...to[list][at], goal: undefined } as EditedFields
    const index = mergedOrder(before, after).indexOf(key)
    return before.includes(key) ? [] : [{ edit: 'addItem', list, index, fields }]
  })
  return [...changed, ...removed, ...added]
}

/** The fields that differ, except the goal, which has its own edit. */
function difference(from: object, to: object): EditedFields {
  const [before, after] = [from, to] as [EditedFields, EditedFields]
  const names = Object.keys({ ...before, ...after }).filter((name) => name !== 'goal')
  const different = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return Object.fromEntries(different.map((name) => [name, entriesOf(before[name], after[name])]))
}

/** The value to set: null removes. Of a mapping the entries that differ; those that are gone become null. */
function entriesOf(before: unknown, after: unknown): unknown {
  if (after === undefined) return null
  const areMappings = [before, after].every(
    (one) => typeof one === 'object' && one !== null && !Array.isArray(one),
  )
  if (!areMappings) return after
  const [had, has] = [before, after] as [EditedFields, EditedFields]
  const names = Object.keys({ ...had, ...has }).filter((name) => had[name] !== has[name])
  return Object.fromEntries(names.map((name) => [name, has[name] ?? null]))
}
