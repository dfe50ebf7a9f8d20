import type { EditedFields, EditedTemplate, ItemList, TemplateEdit } from '../../wire/editor.ts'

type Item = EditedTemplate[ItemList][number]

/** The template after an edit, as the service will change its text. The given template is not changed. */
export function applyEdit(template: EditedTemplate, edit: TemplateEdit): EditedTemplate {
  switch (edit.edit) {
    case 'set':
      return setFields(template, edit.fields)
    case 'setItem':
      return withList(template, edit.list, (items) =>
        items.map((item, index) => (index === edit.index ? setFields(item, edit.fields) : item)),
      )
    case 'addItem':
      return withList(template, edit.list, (items) =>
        items.toSpliced(edit.index ?? items.length, 0, setFields({}, edit.fields) as unknown as Item),
      )
    case 'removeItem':
      return withList(template, edit.list, (items) => items.toSpliced(edit.index, 1))
    case 'setGoal':
      return withList(template, 'analytics', (items) =>
        items.map((item, index) => setFields(item, { goal: index === edit.index || undefined })),
      )
  }
}

function withList(
  template: EditedTemplate,
  list: ItemList,
  change: (items: Item[]) => Item[],
): EditedTemplate {
  return { ...template, [list]: change(template[list]) }
}

/** Sets fields. A mapping is set entry by entry; undefined and null remove. */
function setFields<Of extends object>(before: Of, fields: EditedFields): Of {
  const after = { ...before } as Record<string, unknown>
  for (const [name, value] of Object.entries(fields)) {
    const known = after[name]
    if (value === undefined || value === null) delete after[name]
    else after[name] = isMapping(known) && isMapping(value) ? setFields(known, value) : value
  }
  return after as unknown as Of
}

function isMapping(value: unknown): value is EditedFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
