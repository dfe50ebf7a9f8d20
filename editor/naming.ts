import type { Chosen, Editing } from './editing.ts'
import { proposeName } from './page/propose-name.ts'
import { type ItemPlace, placeOf, placesOf, setInItems } from './places.ts'
import { findMatches } from './selectors/find-matches.ts'
import { firstCharacters } from './words.ts'

/** The most characters of a name. */
export const mostNameCharacters = 100

/** The name of the chosen element's items: the template's, else a proposed one. */
export function nameOfChosen(editing: Editing, chosen: Chosen): string {
  return writtenName(editing, chosen) ?? proposedFor(chosen)
}

/** A name for the chosen element's items; the beginning of its selector if there is no element. */
export function proposedFor({ picked, selector }: Chosen): string {
  return picked.name ?? firstCharacters(selector, mostNameCharacters)
}

/**
 * What an item is called. One without a name has the name that is proposed for its element as it is when it is first seen, so that it does
 * not change with the person as whom the page is seen; its selector if its element is not there.
 */
export function shownName(
  { firstNames }: Editing,
  { name, selector }: { name?: string; selector: string },
): string {
  const known = name ?? firstNames.get(selector)
  const [element] = known === undefined ? findMatches(selector) : []
  if (!element) return known ?? selector
  const proposed = proposeName(element)
  firstNames.set(selector, proposed)
  return proposed
}

/** The name that the template has for an item of the chosen element, that of the open kind first. */
export function writtenName(editing: Editing, chosen: Chosen): string | undefined {
  const { selector, type } = chosen
  const { content, analytics } = editing.history.template.value
  const open = type === undefined ? undefined : content[placeOf(editing, chosen, type)]
  return [open, ...content, ...analytics].find((item) => item?.selector === selector && item.name)?.name
}

/** The chosen element's items that get a new name: those that have no name, and those that have the same as the open one. */
export function namedAlike(editing: Editing, chosen: Chosen): ItemPlace[] {
  const before = writtenName(editing, chosen)
  const { value: template } = editing.history.template
  return placesOf(editing, chosen).filter(({ list, index }) => {
    const name = template[list][index]?.name
    return name === undefined || name === before
  })
}

/** Renames items of the chosen element. An empty name is none. */
export function renameItems(editing: Editing, chosen: Chosen, places: ItemPlace[], name: string): void {
  setInItems(editing, chosen, places, { name: name.trim() || null }, `name of ${chosen.selector}`)
}
