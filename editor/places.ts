import type { EditedFields, ItemList, TemplateEdit } from '../wire/editor.ts'
import type { ContentType } from '../wire/targets.ts'
import type { Chosen, Editing } from './editing.ts'

/** Where an item is in the template. */
export interface ItemPlace {
  list: ItemList
  index: number
}

/**
 * The index of the content item of this type for the chosen selector; -1 if there is none. Of several it is the one that was opened, else
 * the last, which is the one that visitors see.
 */
export function placeOf({ history }: Editing, { selector, nth }: Chosen, type: ContentType): number {
  const places = history.template.value.content.flatMap((item, index) =>
    item.selector === selector && item.type === type ? [index] : [],
  )
  return (nth === undefined ? undefined : places[nth]) ?? places.at(-1) ?? -1
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
