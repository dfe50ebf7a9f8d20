import type { EditedFields, ItemList, TemplateEdit } from '../wire/editor.ts'
import type { ContentType } from '../wire/targets.ts'
import type { Chosen, Editing } from './editing.ts'

/** Where an item is in the template. */
export interface ItemPlace {
  list: ItemList
  index: number
}

/**
 * The index of the content item of this type for the chosen selector; -1 if there is none. Of several it is the last, which is the one
 * that visitors see.
 */
export function placeOf({ history }: Editing, { selector }: Chosen, type: ContentType): number {
  return history.template.value.content.findLastIndex(
    (item) => item.selector === selector && item.type === type,
  )
}

/** The places of the chosen selector's items. */
export function placesOf({ history }: Editing, { selector }: Pick<Chosen, 'selector'>): ItemPlace[] {
  const { value: template } = history.template
  return (['content', 'analytics'] satisfies ItemList[]).flatMap((list) =>
    template[list].flatMap((item, index) => (item.selector === selector ? [{ list, index }] : [])),
  )
}

/** Sets fields of items of the chosen selector. Those that are no longer there, after an undo, are left out. */
export function setInItems(
  editing: Editing,
  chosen: Chosen,
  places: ItemPlace[],
  fields: EditedFields,
  key: string,
): void {
  const { value: template } = editing.history.template
  const edits = places
    .filter(({ list, index }) => template[list][index]?.selector === chosen.selector)
    .map((place): TemplateEdit => ({ edit: 'setItem', ...place, fields }))
  if (edits.length > 0) editing.change(edits, key)
}
