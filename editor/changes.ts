import type { TemplateEdit } from '../wire/editor.ts'
import type { AnalyticsType } from '../wire/event.ts'
import type { ContentType } from '../wire/targets.ts'
import { type Chosen, type Editing, elementOf } from './editing.ts'
import { nameOfChosen } from './naming.ts'
import { ownContent } from './page/elements.ts'
import { placeOf, placesOf, setInItems } from './places.ts'
import { ownIdOf } from './selectors/own-properties.ts'
import { localText, withLocalText } from './state/localised.ts'
import { firstCharacters, offeredMeasures } from './words.ts'

/** The content of a kind's field in the present language: the item's text, else the page's own. */
export function contentOf(editing: Editing, chosen: Chosen, type: ContentType): string {
  const item = editing.history.template.value.content[placeOf(editing, chosen, type)]
  if (item) return localText(item.payload, editing.language.value)
  const { own } = chosen.picked
  const element = elementOf(chosen)
  if (element) own[type] ??= ownContent(element, type)
  return own[type] ?? ''
}

/** Writes into the chosen selector's item, or into a new one. */
export function writeContent(
  editing: Editing,
  chosen: Chosen,
  type: ContentType,
  said: string,
  field: 'payload' | 'write' = 'payload',
): void {
  const { language, history } = editing
  const { content, languages } = history.template.value
  const place = placeOf(editing, chosen, type)
  const index = place < 0 ? content.length : place
  const known = content[place]?.[field]
  // An instruction is for all languages, unless the template already has one for each.
  const isForAll = field === 'write' && typeof known !== 'object'
  const text = isForAll ? said : withLocalText(known, language.value, languages, said)
  const fields = { [field]: text === '' && field === 'write' ? null : text }
  const edit: TemplateEdit =
    place < 0
      ? {
          edit: 'addItem',
          list: 'content',
          fields: { name: nameOfChosen(editing, chosen), selector: chosen.selector, type, ...fields },
        }
      : { edit: 'setItem', list: 'content', index, fields }
  editing.change([edit], `content ${index} ${field} ${language.value}`)
}

/** Opens the item of this kind. If there is none, begins one with the page's own content. */
export function chooseKind(editing: Editing, chosen: Chosen, type: ContentType): void {
  editing.history.settle()
  if (placeOf(editing, chosen, type) < 0 && chosen.selector) {
    writeContent(editing, chosen, type, contentOf(editing, chosen, type))
    editing.history.settle()
  }
  editing.chosen.value = { ...chosen, type }
}

/**
 * Gives items of the chosen selector another one.
 *
 * @param places which of them; the others may have the same selector by chance, while it is typed. Default: all
 */
export function setSelector(
  editing: Editing,
  chosen: Chosen,
  selector: string,
  places = placesOf(editing, chosen),
): void {
  setInItems(editing, chosen, places, { selector }, `selector of ${JSON.stringify(places)}`)
  editing.chosen.value = { ...chosen, selector }
}

/** The index of the analytics item of this type for the chosen selector; -1 if there is none. */
export function measureOf(editing: Editing, { selector }: Chosen, type: AnalyticsType): number {
  return editing.history.template.value.analytics.findIndex(
    (item) => item.selector === selector && item.type === type,
  )
}

/** Adds or removes a measure of the chosen selector. */
export function toggleMeasure(editing: Editing, chosen: Chosen, type: AnalyticsType): void {
  const index = measureOf(editing, chosen, type)
  if (index < 0) editing.change([addMeasure(editing, chosen, type)])
  else editing.change([{ edit: 'removeItem', list: 'analytics', index }])
}

/** Whether the chosen selector has the goal. */
export function isGoal(editing: Editing, { selector }: Chosen): boolean {
  return editing.history.template.value.analytics.some((item) => item.goal && item.selector === selector)
}

/** Of all measures of an element, the goal is the first of these types. */
const likeliestGoals: AnalyticsType[] = ['click', 'duration', ...offeredMeasures]

/** Makes the chosen selector the goal, or removes the goal. If nothing is measured there yet, adds a click. */
export function toggleGoal(editing: Editing, chosen: Chosen): void {
  const { analytics } = editing.history.template.value
  const measured = likeliestGoals.map((type) => measureOf(editing, chosen, type))
  const index = measured.find((place) => place >= 0)
  if (isGoal(editing, chosen)) editing.change([{ edit: 'setGoal' }])
  else if (index !== undefined) editing.change([{ edit: 'setGoal', index }])
  else editing.change([addMeasure(editing, chosen, 'click'), { edit: 'setGoal', index: analytics.length }])
}

function addMeasure(editing: Editing, chosen: Chosen, type: AnalyticsType): TemplateEdit {
  const { selector } = chosen
  const named = { id: newId(editing, chosen, type), name: nameOfChosen(editing, chosen) }
  return { edit: 'addItem', list: 'analytics', fields: { ...named, selector, type } }
}

const idLength = 30

/** A unique id, from the element's names or the page's own words there: what it says to somebody is in no template. */
function newId(editing: Editing, chosen: Chosen, type: AnalyticsType): string {
  const { selector } = chosen
  const element = elementOf(chosen)
  const said = element?.dataset.content || (element && ownIdOf(element)) || chosen.picked.own.text || selector
  const words = said.toLowerCase().match(/[\p{Letter}\p{Number}]+/gu) ?? []
  const name = firstCharacters(words.slice(0, 4).join('-'), idLength) || type
  const taken = new Set(editing.history.template.value.analytics.map(({ id }) => id))
  const tries = [name, `${name}-${type}`, ...Array.from(taken, (_, at) => `${name}-${type}-${at + 2}`)]
  return tries.find((id) => !taken.has(id)) ?? name
}
